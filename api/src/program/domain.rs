//! The records of the DNS by which mail servers decide whether mail of a domain is real: SPF (RFC 7208), DKIM (RFC 6376), DMARC
//! (RFC 7489) and the name of the address that sends (PTR).

use std::net::{IpAddr, UdpSocket};
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::net::NetError;
use hickory_resolver::proto::rr::RData;
use tokio::time::timeout;

/// The longest wait for one part; all are looked up at once.
const PATIENCE: Duration = Duration::from_secs(4);

/// The longest wait for an answer of a name server.
const PATIENCE_WITH_SERVER: Duration = Duration::from_millis(1500);

/// The maximum number of addresses of a relay that are looked at.
const MAX_ADDRESSES: usize = 4;

/// The maximum number of domains at which a record of DMARC is looked for.
const MAX_PARENTS: usize = 4;

/// A part that could not be looked up.
const NOT_LOOKED_UP: &str = "could not be looked up: no name server answers";

/// The server that sends emails to the world.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Relay {
    /// The mail server of this machine, with its public address if it has one of its own.
    Here(Option<IpAddr>),
    /// Another machine.
    At(String),
}

impl Relay {
    /// The relay at this host, as `smtp_url` names it.
    pub(super) fn look_up(host: &str) -> Relay {
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
        if host == "localhost" || address.is_ok_and(|address| address.is_loopback()) {
            Relay::Here(own_address())
        } else {
            Relay::At(host.to_owned())
        }
    }
}

/// The address by which this machine reaches others, if it is a public one. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:53").ok()?;
    let IpAddr::V4(address) = socket.local_addr().ok()?.ip() else { return None };
    let is_shared = address.octets()[0] == 100 && (64..128).contains(&address.octets()[1]);
    let is_public = !(address.is_private() || address.is_loopback() || address.is_link_local() || is_shared);
    is_public.then_some(IpAddr::V4(address))
}

/// The name servers; none if the machine names none.
pub(super) struct Dns(Option<TokioResolver>);

impl Dns {
    /// The name servers of this machine.
    pub(super) fn of_this_machine() -> Dns {
        let resolver = TokioResolver::builder_tokio().and_then(|mut builder| {
            let options = builder.options_mut();
            (options.timeout, options.attempts) = (PATIENCE_WITH_SERVER, 2);
            builder.build()
        });
        Dns(resolver.ok())
    }

    /// The texts of a name; an error if they are not known.
    async fn texts(&self, name: &str) -> Result<Vec<String>, NetError> {
        let resolver = self.0.as_ref().ok_or(NetError::NoConnections)?;
        let found = none_is_empty(resolver.txt_lookup(format!("{name}.")).await.map(|found| found.answers().to_vec()))?;
        let texts = found.iter().filter_map(|record| {
            let RData::TXT(text) = &record.data else { return None };
            Some(String::from_utf8_lossy(&text.txt_data.concat()).into_owned())
        });
        Ok(texts.collect())
    }

    /// The names of an address.
    async fn names(&self, address: IpAddr) -> Result<Vec<String>, NetError> {
        let resolver = self.0.as_ref().ok_or(NetError::NoConnections)?;
        let found = none_is_empty(resolver.reverse_lookup(address).await.map(|found| found.answers().to_vec()))?;
        let names = found.iter().filter_map(|record| {
            let RData::PTR(name) = &record.data else { return None };
            Some(name.to_string().trim_end_matches('.').to_owned())
        });
        Ok(names.collect())
    }

    /// The addresses of a name.
    async fn addresses(&self, name: &str) -> Result<Vec<IpAddr>, NetError> {
        if let Ok(address) = name.trim_matches(['[', ']']).parse() {
            return Ok(vec![address]);
        }
        let resolver = self.0.as_ref().ok_or(NetError::NoConnections)?;
        none_is_empty(resolver.lookup_ip(format!("{name}.")).await.map(|found| found.iter().collect()))
    }
}

fn none_is_empty<T>(found: Result<Vec<T>, NetError>) -> Result<Vec<T>, NetError> {
    match found {
        Err(why) if why.is_no_records_found() => Ok(Vec::new()),
        found => found,
    }
}

/// Returns a line for each kind of record, with its name: what is published for the domain, or what should be. `key` is the name and the
/// text of the record of the key that signs, if this server signs.
pub(super) async fn describe(
    dns: &Dns,
    domain: &str,
    key: Option<(&str, &str)>,
    relay: &Relay,
) -> Vec<(&'static str, String)> {
    let dkim = async {
        match key {
            Some((name, record)) => Some(known(dkim(dns, name, record)).await),
            None => None,
        }
    };
    let (spf, dkim, dmarc, ptr) =
        tokio::join!(known(spf(dns, domain, relay)), dkim, known(dmarc(dns, domain)), known(ptr(dns, relay)));
    let lines = [("SPF", Some(spf)), ("DKIM", dkim), ("DMARC", Some(dmarc)), ("PTR", Some(ptr))];
    lines.into_iter().filter_map(|(name, line)| line.map(|line| (name, line))).collect()
}

async fn known(line: impl Future<Output = Result<String, NetError>>) -> String {
    match timeout(PATIENCE, line).await {
        Ok(Ok(line)) => line,
        Ok(Err(_)) | Err(_) => NOT_LOOKED_UP.to_owned(),
    }
}

async fn spf(dns: &Dns, domain: &str, relay: &Relay) -> Result<String, NetError> {
    let mut records = with_version(dns.texts(domain).await?, "v=spf1");
    Ok(match (records.pop(), records.len()) {
        (Some(record), 0) => record,
        (Some(_), more) => format!("{} records, so none is valid: publish only one", more + 1),
        (None, _) => {
            let sender = match relay {
                Relay::Here(Some(address)) => format!("ip4:{address}"),
                Relay::Here(None) => "mx".to_owned(),
                Relay::At(host) => format!("a:{host}"),
            };
            format!("none; publish {domain} TXT \"v=spf1 {sender} -all\", or what your relay says")
        }
    })
}

async fn dkim(dns: &Dns, name: &str, record: &str) -> Result<String, NetError> {
    let published = dns.texts(name).await?;
    Ok(if published.iter().any(|text| text == record) {
        "the key of this server".to_owned()
    } else if published.is_empty() {
        format!("none; publish the record of the signature at {name}")
    } else {
        format!("another key at {name}; publish the record of the signature")
    })
}

/// The record of the domain, or of the nearest one above it that has one.
async fn dmarc(dns: &Dns, domain: &str) -> Result<String, NetError> {
    let parents = std::iter::successors(Some(domain), |name| name.split_once('.').map(|(_, parent)| parent));
    for name in parents.filter(|name| name.contains('.')).take(MAX_PARENTS) {
        if let Some(record) = with_version(dns.texts(&format!("_dmarc.{name}")).await?, "v=DMARC1").pop() {
            return Ok(record);
        }
    }
    Ok(format!("none; publish _dmarc.{domain} TXT \"v=DMARC1; p=quarantine\""))
}

async fn ptr(dns: &Dns, relay: &Relay) -> Result<String, NetError> {
    let addresses = match relay {
        Relay::Here(Some(address)) => vec![*address],
        Relay::Here(None) => return Ok("unknown: this machine has no public address of its own".to_owned()),
        Relay::At(host) => dns.addresses(host).await?,
    };
    let mut lines = Vec::new();
    for address in addresses.into_iter().take(MAX_ADDRESSES) {
        lines.push(match dns.names(address).await?.into_iter().next() {
            None => format!("{address} has no name; its provider can give it one"),
            Some(name) if dns.addresses(&name).await?.contains(&address) => format!("{address} is {name}"),
            Some(name) => format!("{address} is {name}, but that name is not {address}"),
        });
    }
    Ok(if lines.is_empty() { "the relay has no address".to_owned() } else { lines.join("; ") })
}

/// The records that begin with this version.
fn with_version(texts: Vec<String>, version: &str) -> Vec<String> {
    let is_record = |text: &String| {
        let rest = text.get(..version.len()).filter(|start| start.eq_ignore_ascii_case(version));
        rest.is_some() && text[version.len()..].chars().next().is_none_or(|next| " ;".contains(next))
    };
    texts.into_iter().filter(is_record).collect()
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Instant;

    use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts};
    use hickory_resolver::net::runtime::TokioRuntimeProvider;
    use hickory_resolver::proto::op::Message;
    use hickory_resolver::proto::rr::rdata::{A, PTR, TXT};
    use hickory_resolver::proto::rr::{Name, Record, RecordType};
    use tokio::net::UdpSocket;

    use super::*;

    /// A name server with these records: a name, a type and a text.
    async fn name_server(records: &'static [(&'static str, RecordType, &'static str)]) -> Dns {
        let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let address = socket.local_addr().unwrap();
        tokio::spawn(async move {
            let mut buffer = [0; 4096];
            while let Ok((length, from)) = socket.recv_from(&mut buffer).await {
                let mut message = Message::from_vec(&buffer[..length]).unwrap().into_response();
                let query = message.queries[0].clone();
                let asked = query.name().to_string().to_ascii_lowercase();
                for (name, kind, text) in records {
                    if asked == format!("{name}.") && query.query_type() == *kind {
                        message.add_answer(Record::from_rdata(query.name().clone(), 60, data(*kind, text)));
                    }
                }
                socket.send_to(&message.to_vec().unwrap(), from).await.unwrap();
            }
        });
        resolver(address)
    }

    fn data(kind: RecordType, text: &str) -> RData {
        if kind == RecordType::TXT {
            RData::TXT(TXT::new(text.split('|').map(str::to_owned).collect()))
        } else if kind == RecordType::PTR {
            RData::PTR(PTR(Name::from_ascii(text).unwrap()))
        } else {
            RData::A(A(text.parse().unwrap()))
        }
    }

    fn resolver(address: SocketAddr) -> Dns {
        let mut connection = ConnectionConfig::udp();
        connection.port = address.port();
        let server = NameServerConfig::new(address.ip(), true, vec![connection]);
        let mut options = ResolverOpts::default();
        (options.timeout, options.attempts) = (PATIENCE_WITH_SERVER, 2);
        let config = ResolverConfig::from_name_servers(vec![server]);
        let builder = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
        Dns(Some(builder.with_options(options).build().unwrap()))
    }

    async fn lines(dns: &Dns, key: Option<(&str, &str)>, relay: Relay) -> Vec<String> {
        let lines = describe(dns, "games.club.example", key, &relay).await;
        lines.into_iter().map(|(name, line)| format!("{name} {line}")).collect()
    }

    #[tokio::test]
    async fn what_is_published_is_told() {
        let dns = name_server(&[
            ("games.club.example", RecordType::TXT, "site-verification=1"),
            ("games.club.example", RecordType::TXT, "v=spf1 a:relay.example| -all"),
            ("_dmarc.club.example", RecordType::TXT, "v=DMARC1; p=reject"),
            ("t._domainkey.games.club.example", RecordType::TXT, "v=DKIM1; p=abc"),
            ("relay.example", RecordType::A, "192.0.2.7"),
            ("relay.example", RecordType::A, "192.0.2.8"),
            ("7.2.0.192.in-addr.arpa", RecordType::PTR, "relay.example."),
            ("8.2.0.192.in-addr.arpa", RecordType::PTR, "other.example."),
        ])
        .await;
        let key = Some(("t._domainkey.games.club.example", "v=DKIM1; p=abc"));
        assert_eq!(
            lines(&dns, key, Relay::At("relay.example".to_owned())).await,
            [
                "SPF v=spf1 a:relay.example -all",
                "DKIM the key of this server",
                "DMARC v=DMARC1; p=reject",
                "PTR 192.0.2.7 is relay.example; 192.0.2.8 is other.example, but that name is not 192.0.2.8",
            ]
        );
        let key = Some(("t._domainkey.games.club.example", "v=DKIM1; p=new"));
        assert_eq!(
            lines(&dns, key, Relay::Here(None)).await[1..],
            [
                "DKIM another key at t._domainkey.games.club.example; publish the record of the signature",
                "DMARC v=DMARC1; p=reject",
                "PTR unknown: this machine has no public address of its own",
            ]
        );
    }

    #[tokio::test]
    async fn what_is_missing_is_told_with_the_record_to_publish() {
        let dns = name_server(&[
            ("two.example", RecordType::TXT, "v=spf1 -all"),
            ("two.example", RecordType::TXT, "v=spf1 mx -all"),
            ("games.club.example", RecordType::TXT, "v=spf10 mx -all"),
        ])
        .await;
        assert_eq!(
            lines(
                &dns,
                Some(("t._domainkey.games.club.example", "v=DKIM1; p=abc")),
                Relay::Here("192.0.2.9".parse().ok())
            )
            .await,
            [
                "SPF none; publish games.club.example TXT \"v=spf1 ip4:192.0.2.9 -all\", or what your relay says",
                "DKIM none; publish the record of the signature at t._domainkey.games.club.example",
                "DMARC none; publish _dmarc.games.club.example TXT \"v=DMARC1; p=quarantine\"",
                "PTR 192.0.2.9 has no name; its provider can give it one",
            ]
        );
        let two = describe(&dns, "two.example", None, &Relay::At("relay.example".to_owned())).await;
        assert_eq!(two[0].1, "2 records, so none is valid: publish only one");
        assert_eq!(two[2].1, "the relay has no address");
    }

    #[tokio::test]
    async fn without_a_name_server_the_answer_is_quick() {
        let silent = UdpSocket::bind("127.0.0.1:0").await.unwrap();
        for dns in [resolver(silent.local_addr().unwrap()), Dns(None)] {
            let begun = Instant::now();
            let lines = lines(&dns, None, Relay::At("relay.example".to_owned())).await;
            assert_eq!(lines, ["SPF", "DMARC", "PTR"].map(|name| format!("{name} {NOT_LOOKED_UP}")));
            assert!(begun.elapsed() < PATIENCE * 2, "{:?}", begun.elapsed());
        }
    }

    #[test]
    fn a_relay_is_this_machine_or_another_one() {
        for here in ["localhost", "127.0.0.1", "127.0.0.7", "[::1]"] {
            assert!(matches!(Relay::look_up(here), Relay::Here(_)), "{here}");
        }
        assert_eq!(Relay::look_up("relay.example"), Relay::At("relay.example".to_owned()));
    }
}
