## The lines of the list

home-seat = Volver a tu lugar: { $title } en { $room }
home-game = Volver a tu partida: { $title } en { $room }
home-play = Jugar < { $game } >
home-with = Rival < { $opponent } >
home-join = Entrar en { $server }
home-address = Entrar en un servidor por dirección
home-host = Abrir un servidor para otros
home-hosted = Volver a tu servidor
home-stop-server = Detener tu servidor
home-quit = Salir

## Hints beside the lines

home-about-seat-here = en el servidor de este programa
home-about-seat = en { $server }
home-about-game = contra { $opponent }, en { $server }
home-about-game-your-turn = contra { $opponent }, te toca, en { $server }
home-about-play = { $left } y { $right } lo cambian; { $start } empieza
home-about-play-start = { $start } empieza
home-about-found = en tu red, { $server }
home-about-recent = ya visitado
home-about-recent-known = ya visitado, ahí te llamas { $name }
home-about-address = si alguien te la ha dado
home-about-host = aquí, para tu red
home-about-hosted = funciona en este programa
home-about-stop-server = y seguir sin él
home-about-watch = un duelo en este equipo
home-about-friend-hosted = en tu servidor
home-about-friend-found = abre una sala en { $server }
home-about-friend = abre aquí un servidor para tu red

## The opponent, in the line "With"

home-opponent-friend = alguien de esta red
home-opponent-watch = nadie: mirar a dos bots
home-opponent-bot = bot { $kind }
home-opponent-level = un bot de { $level }
home-opponent-bot-words = bot { $kind }, { $words }
home-depth-full = lo más hondo que puede
home-depth = { $count ->
    [one] { $count } jugada
   *[other] { $count } jugadas
    }

## The person

home-you = Eres { $name }
home-you-with-key = Eres { $name }, con la clave { $fingerprint }
home-you-without-key = Eres { $name }, sin clave
home-guest = Sin nombre
home-guest-with-key = Sin nombre, con la clave { $fingerprint }
home-guest-without-key = Sin nombre y sin clave
home-changes = { $key } lo cambia
home-what = en fila, en línea

## Notices

home-offer-ascii = si las líneas y las fichas se ven rotas, inicia con --ascii: algunas terminales las dibujan de dos columnas
home-name-of-guests = { $name } no está libre: los servidores dan nombres así a sus invitados; escribe otro, o - para ninguno
home-name-cut = tu nombre queda en { $name }: un nombre tiene como máximo { $most } caracteres
home-name-cleaned = tu nombre es { $name }: lo demás que escribiste no puede estar en un nombre
home-name-set = hasta el final del programa: --name, ENLINEA_NAME o la configuración indican otro al iniciarlo
home-name-later = los lugares y las conexiones que ya tienes conservan el nombre con que empezaron
