//! A server that follows a script.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use turnpost::mail::imap::Mailbox;

/// A server for a test. It ends with this value.
pub(super) struct Script {
    port: u16,
    commands: Arc<Mutex<Vec<String>>>,
    task: JoinHandle<()>,
}

/// What the server does after a command that begins with these words. `%` in an answer stands for the tag of the command.
pub(super) type Answer = (&'static str, Reply);

/// A reply.
#[derive(Clone)]
pub(super) enum Reply {
    /// These lines.
    Say(String),
    /// The first lines, and then these for ever.
    Flood(String, String),
    /// These lines and the end of the connection.
    End(&'static str),
    /// Nothing.
    Silence,
}

impl Script {
    /// A server whose inbox has one message, with these answers before the usual ones.
    pub(super) async fn start(answers: &[Answer]) -> Script {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let commands = Arc::new(Mutex::new(Vec::new()));
        let (known, answers) = (commands.clone(), answers.to_vec());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client that breaks off is part of the tests.
                drop(serve(stream, &answers, &known).await);
            }
        });
        Script { port, commands, task }
    }

    pub(super) fn mailbox(&self) -> Mailbox {
        let url = format!("imap://anna:topsecret@127.0.0.1:{}", self.port);
        Mailbox::new(url.parse().unwrap(), None, 20_000_000).unwrap()
    }

    /// The commands so far, without tags.
    pub(super) fn commands(&self) -> Vec<String> {
        std::mem::take(&mut *self.commands.lock().unwrap())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(stream: TcpStream, answers: &[Answer], commands: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut line = "t0 GREETING".to_owned();
    loop {
        let (tag, command) = line.trim_end().split_once(' ').unwrap_or_default();
        let found = answers.iter().find(|(begin, _)| command.starts_with(begin));
        let reply = found.map_or_else(|| Reply::Say(usual(command)), |(_, reply)| reply.clone());
        match reply {
            Reply::Say(text) => stream.write_all(text.replace('%', tag).as_bytes()).await?,
            Reply::Flood(first, more) => {
                stream.write_all(first.as_bytes()).await?;
                loop {
                    stream.write_all(more.as_bytes()).await?;
                }
            }
            Reply::End(text) => return stream.write_all(text.as_bytes()).await,
            Reply::Silence => {}
        }
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let command = line.trim_end().split_once(' ').unwrap_or_default().1;
        commands.lock().unwrap().push(command.to_owned());
    }
}

fn usual(command: &str) -> String {
    let raw = super::message("e5-e7");
    let answer = match command.split(' ').next().unwrap_or_default() {
        "GREETING" => return "* OK ready\r\n".to_owned(),
        "CAPABILITY" => "* CAPABILITY IMAP4rev1\r\n".to_owned(),
        "SELECT" => "* 1 EXISTS\r\n* OK [UIDVALIDITY 1] {5}\r\n".to_owned(),
        "FETCH" => format!("* 1 FETCH (UID 7 RFC822.SIZE {})\r\n", raw.len()),
        "UID" if command.starts_with("UID FETCH") => {
            format!("* 1 FETCH (UID 7 BODY[] {{{}}}\r\n{raw} FLAGS ())\r\n", raw.len())
        }
        _ => String::new(),
    };
    format!("{answer}% OK done\r\n")
}
