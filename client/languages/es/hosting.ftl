## The server in the program

hosting-this-machine = este equipo
hosting-name = { $person } en { $machine }
hosting-stopped = el servidor de este programa se detuvo: { $problem }
hosting-broke-down = el servidor de este programa falló: { $problem }
hosting-cannot-listen = no se puede escuchar en { $address } ({ $problem }); puede que ya haya ahí un servidor: entra en él, o elige otra dirección con --listen, como --listen 0.0.0.0:0 para cualquier puerto libre
hosting-no-server = este programa se construyó sin servidor; entra en uno por su dirección
hosting-no-engine = este programa se construyó sin motor; analiza la partida en la mesa de un servidor
hosting-not-analysed = { $game } no se analiza

## The search for a server

hosting-guest = { $problem }; juegas sin nombre propio
hosting-not-searched = ningún servidor responde en { $here }, y no se busca en la red; inicia uno con enlinea host o enlinea-server, o indica otro con --server
hosting-none-found = ningún servidor responde en { $here } y no se encontró ninguno en la red local; inicia uno con enlinea host o enlinea-server, o indica uno con --server
hosting-several-found = se encontraron varios servidores; elige uno con --server: { $servers }
# $servers is a list of addresses and names.
hosting-room-nowhere = ningún servidor de esta red tiene la sala { $room }; consultados: { $servers }; revisa el código, o nombra otro servidor con --server

## The terminal

hosting-no-interrupt = no se puede esperar Ctrl-C ({ $problem })
hosting-no-terminal = este terminal no sirve para las pantallas ({ $problem }); usa --plain para líneas de texto
hosting-terminal-failed = falló el terminal: { $problem }
hosting-no-images = este terminal no muestra imágenes aquí, así que los tableros se dibujan con caracteres
hosting-images-not-built = compilado sin imágenes; con ellas: { $command }
hosting-your-move = te toca
hosting-nothing-kept = aquí no se puede guardar nada
hosting-choices-unkept = lo que elegiste no se puede guardar para la próxima vez ({ $problem })

## The program

hosting-log-no-file = el registro es un archivo y nunca la salida: indica uno con --log, o ./- para un archivo de ese nombre
hosting-log-is-level = --log y ENLINEA_LOG indican el archivo del registro: para el nivel { $level } usa --log-level, para un archivo de ese nombre ./{ $level }
hosting-log-unwritable = no se puede escribir el registro { $file }: { $problem }; indica otro archivo con --log
hosting-defect = esto es un defecto del programa, en { $place }; hay un informe sin nombres, claves ni chat en { $file }: envíalo a los autores del programa, con lo último que hiciste
hosting-defect-unreported = esto es un defecto del programa, en { $place } ({ $message }); no se pudo escribir un informe ({ $problem }): envía esta línea a los autores del programa, con lo último que hiciste
hosting-no-home = no hay directorio personal
hosting-game-waits = tu partida { $room } espera aquí: es la primera línea de la lista de salas
hosting-own-unkept = otro enlinea juega ahora tus partidas, así que esta no se guarda
hosting-own-unreadable = tus partidas no se pueden abrir, y lo que juegues ahora no se guarda: aparta ese archivo, o empieza con otro --data ({ $problem })
