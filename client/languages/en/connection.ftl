# Connections to servers: why they break, and whether they are encrypted. Most stand in one line that may be cut, so
# what to do comes early. They begin with a small letter, and end without a full stop.

## Connections that break

connection-closed = the server closed the connection
connection-broke-off = the server dropped the connection
connection-refused = connection refused
connection-no-machine = no machine of that name was found
# An address of version 6 that holds within one network alone; eth0 in the example is a name of an interface.
connection-interface-missing = { $address } needs the interface that leads to it, as in { $example }
connection-no-interface = this machine has no network interface { $name }
# $status is a code of HTTP, such as 404 Not Found.
connection-other-server = something answers there that is no enlinea server, or a proxy before one: HTTP { $status }
connection-name-unknown = that server does not know the name by which it was called: connect by its address, or ask its owner for --allowed-host with the name
connection-too-many = that server has as many connections of your address as it takes: end one, or wait until some are closed
# $problem is what the server says, in English.
connection-turned-away = that server refuses the connection: { $problem }
connection-speaks-otherwise = what answers there is not an enlinea server: { $problem }
connection-no-enlinea = what answers there is not an enlinea server
# $seconds is a number such as 1.5.
connection-silent = no data from the server for { $seconds } s
connection-no-answer = no answer within { $seconds } s
connection-takes-nothing = the connection accepts no more data
# $places are addresses, each with the reason in parentheses.
connection-no-server = no server answers at { $places }; start one there, or name another with --server
connection-no-server-on-screen = no server answers at { $places }; start one there, or join another
# Of a word that is typed where a code or an address is due.
connection-no-place = no machine { $places } was found, and { $problem }
connection-lost = the connection to { $url } is lost ({ $why }) and did not come back in time; check the network and the server, then join again
connection-elsewhere = the game is at { $address }
connection-unreadable = a message of the server cannot be read ({ $problem }); use a client and a server of the same release
# In a list of servers.
connection-this-machine = the server on this machine
connection-no-discovery = the local network cannot be listened to ({ $problem }); type the server's address instead

## The name of the person

connection-guest = you play as a guest here: the key that owns your name is not sent over unencrypted connections; --key-in-clear sends it
connection-name-owned = the name { $name } is somebody else's here, so you are { $suggestion }; choose another with --name, or bring the key that owns it: enlinea import-key
connection-name-of-guests = names such as { $name } are given by the server to guests, so you are { $suggestion }; choose another with --name
# $key is the name of a key, and so below.
connection-name-of-guests-on-screen = names such as { $name } are given by the server to guests, so you are { $suggestion }; { $key } on the first screen takes another
connection-name-owned-on-screen = the name { $name } is somebody else's here, so you are { $suggestion }; { $key } on the first screen takes another, and enlinea import-key brings the key that owns it
connection-id-of-another = you play as a guest here: { $server } says the id of another server, which would give your name there away; if that one has moved here, enlinea forget its old address
connection-key-not-shown = the name was not taken: the key that owns it is not shown to that server
connection-no-id = the name was not taken: that server says no id, which tells what to show it of the key; a proxy may take it away

## Encryption. "enlinea forget" is a command, and is typed as it stands.

connection-not-encrypted = not encrypted: others on the network can read along
connection-key = encrypted; to be sure that this is { $server }, compare its key with the one on its screen: { $key }
connection-certificate = encrypted, with a certificate for { $host }
connection-first = first visit to { $server }: its key is saved, and you are warned if it ever changes
connection-tls-alone = that server accepts only encrypted connections
connection-no-tls = that server speaks no TLS; leave out wss:// to use it without
connection-tls-broken = TLS does not work here: { $problem }
connection-no-encryption = no encryption could be agreed on: { $problem }
# "In between": who reads and changes what the two ends send each other.
connection-encrypted-before = { $server } was encrypted before and is not now, so somebody may be intercepting the connection; if its owner turned encryption off: enlinea forget { $server }
connection-encryption-closed = the server closed the connection that was to be encrypted; if its owner turned encryption off: enlinea forget { $server }
connection-announced-not-encrypted = { $server } announced a key on the network, and is not encrypted
connection-other-key = the key changed: ask its owner, then enlinea forget { $server }; somebody may be intercepting the connection: { $remembered } was expected, and { $came } came
connection-no-certificate = no valid certificate: ask its owner, then enlinea forget { $server }; somebody may be intercepting the connection: it was known by a certificate of an authority, and that which came is not valid ({ $problem }); its key is { $came }
connection-other-than-announced = another key than announced: ask its owner, then enlinea --server { $server }; somebody may be intercepting the connection: the key { $announced } was announced on the network, and { $came } came
