## Connections that break

connection-closed = el servidor cerró la conexión
connection-broke-off = el servidor desapareció sin avisar
connection-refused = conexión rechazada
connection-no-machine = no se encontró ninguna máquina con ese nombre
connection-interface-missing = a { $address } le falta la interfaz que lleva hasta allí, como en { $example }
connection-no-interface = este equipo no tiene la interfaz de red { $name }
connection-other-server = ahí responde algo que no es un servidor de enlinea, o un proxy delante de uno: HTTP { $status }
connection-name-unknown = ese servidor no conoce el nombre con el que se lo llamó: conéctate por su dirección, o pide a quien lo administra --allowed-host con ese nombre
connection-too-many = ese servidor ya tiene todas las conexiones que admite de tu dirección: termina una o espera a que se cierre alguna
connection-turned-away = ese servidor rechaza la conexión: { $problem }
connection-speaks-otherwise = lo que hay ahí no habla como un servidor de enlinea: { $problem }
connection-no-enlinea = lo que hay ahí no habla como un servidor de enlinea
connection-silent = no se oyó nada durante { $seconds } s
connection-no-answer = sin respuesta en { $seconds } s
connection-takes-nothing = la conexión ya no admite datos
connection-no-server = ningún servidor responde en { $places }; inicia uno ahí o indica otro con --server
connection-no-server-on-screen = ningún servidor responde en { $places }; inicia uno allí o entra en otro
connection-no-place = no se encuentra ninguna máquina { $places }, y { $problem }
connection-lost = se perdió la conexión con { $url } ({ $why }) y no volvió a tiempo; revisa la red y el servidor y entra otra vez
connection-elsewhere = la partida está en { $address }
connection-unreadable = no se puede leer un mensaje del servidor ({ $problem }); usa un cliente y un servidor de la misma versión
connection-this-machine = el servidor de este equipo
connection-no-discovery = no se puede escuchar la red local ({ $problem }); escribe la dirección del servidor

## The name of the person

connection-guest = aquí juegas sin nombre propio: la clave de tu nombre no se envía donde otros pueden leerla; --key-in-clear la envía
connection-name-owned = el nombre { $name } es aquí de otra persona, así que eres { $suggestion }; elige otro con --name o trae la clave a la que pertenece: enlinea import-key
connection-name-of-guests = el servidor da a sus invitados nombres como { $name }, así que te llamas { $suggestion }; elige otro con --name
connection-name-of-guests-on-screen = el servidor da a sus invitados nombres como { $name }, así que te llamas { $suggestion }; con { $key } en la primera pantalla eliges otro
connection-name-owned-on-screen = el nombre { $name } es aquí de otra persona, así que te llamas { $suggestion }; con { $key } en la primera pantalla eliges otro, y enlinea import-key trae la clave a la que pertenece
connection-id-of-another = aquí juegas sin nombre propio: { $server } dice el identificador de otro servidor, lo que revelaría tu nombre de allí; si ese se mudó aquí, usa enlinea forget con su dirección antigua
connection-key-not-shown = no se tomó el nombre: a ese servidor no se le muestra la clave a la que pertenece
connection-no-id = no se tomó el nombre: ese servidor no dice su identificador, del que depende qué se le muestra de la clave; puede que lo quite un proxy

## Encryption. "enlinea forget" is a command, and is typed as it stands.

connection-not-encrypted = sin cifrar: otros en la red pueden leer lo que se envía
connection-key = cifrada; para estar seguro de que es { $server }, compara su clave con la de su pantalla: { $key }
connection-certificate = cifrado, con un certificado para { $host }
connection-first = primera visita a { $server }: su clave queda guardada, y se te avisará si cambia
connection-tls-alone = ahí solo se habla TLS
connection-no-tls = ese servidor no habla TLS; quita wss:// para usarlo sin cifrar
connection-tls-broken = TLS no funciona aquí: { $problem }
connection-no-encryption = no se pudo acordar un cifrado: { $problem }
connection-encrypted-before = { $server } estaba cifrado y ya no lo está, así que puede haber alguien en medio; si se quitó el cifrado a propósito: enlinea forget { $server }
connection-encryption-closed = el servidor cerró la conexión que iba a cifrarse; si se quitó el cifrado a propósito: enlinea forget { $server }
connection-announced-not-encrypted = { $server } anunció una clave en la red y no está cifrado
connection-other-key = la clave cambió: pregunta a quien lo administra y después enlinea forget { $server }; puede haber alguien en medio: se esperaba { $remembered } y llegó { $came }
connection-no-certificate = sin certificado válido: pregunta a quien lo administra y después enlinea forget { $server }; puede haber alguien en medio: se conocía por el certificado de una autoridad y el que llegó no es válido ({ $problem }); su clave es { $came }
connection-other-than-announced = clave distinta de la anunciada: pregunta a quien lo administra y después enlinea --server { $server }; puede haber alguien en medio: en la red se anunció la clave { $announced } y llegó { $came }
