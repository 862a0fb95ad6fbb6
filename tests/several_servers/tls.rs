//! TLS between the servers and the database.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

use super::postgres::Postgres;
use super::{Node, Table, refused};

/// Returns the certificate of an authority, and one that it made for `localhost`, with its key.
fn certified() -> (String, String) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_key = KeyPair::generate().unwrap();
    let authority = params.self_signed(&authority_key).unwrap();
    let issuer = Issuer::new(params, authority_key);
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &issuer).unwrap();
    let both = certificate.pem() + &key.serialize_pem();
    (authority.pem(), both)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_reach_the_database_by_tls_and_say_what_is_wrong_with_it() {
    let (authority, both) = certified();
    let Some(postgres) = Postgres::start_with_tls(&both) else {
        return;
    };
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, authority).unwrap();
    let file = file.path().display();
    let address = postgres.address().to_owned();
    let database = Arc::new(postgres).database();
    let url = |host: &str, query: &str| {
        let name = database.name();
        format!("postgres://enlinea@{host}/{name}?hostaddr={address}&{query}")
    };
    let full = format!("sslmode=verify-full&sslrootcert={file}");
    let nodes = [(); 2].map(|()| Node::at(&url("localhost", &full)));
    let mut table = Table::at(&nodes[0]).await;
    table.play("4 4 3").await;
    let open = "SELECT count(*) > 5 AND bool_and(ssl OR client_addr IS NULL) FROM pg_stat_ssl
        JOIN pg_stat_activity USING (pid) WHERE application_name = 'enlinea-server'";
    assert_eq!(database.ask(open).trim(), "t");
    for (host, query, why) in [
        ("localhost", "sslmode=disable", "no encryption"),
        ("localhost", "sslmode=require", "sslrootcert=FILE"),
        ("db.example.org", &full, "not for db.example.org; write"),
        ("localhost", "sslmode=never", "there is no sslmode=never"),
        ("localhost", "sslmode=require&sslrootcert=/none", "/none"),
    ] {
        let said = refused(&url(host, query));
        assert!(said.contains(why), "{host} {query}: {said}");
    }
    database.ask("ALTER SYSTEM SET ssl = off");
    database.ask("SELECT pg_reload_conf()");
    while database.ask("SHOW ssl").trim() != "off" {}
    let said = refused(&url("localhost", &full));
    assert!(said.contains("does not support TLS"), "{said}");
}
