//! Sign-ins that wait for their code.

use std::ops::Deref;

use serde_json::{Value, json};
use turnpost::ids::SignInId;
use turnpost::secrets::Secrets;

use crate::Server;

/// A sign-in that a program has asked for: its id, and the secret of the program.
#[derive(Clone, Debug)]
pub struct Asked {
    id: SignInId,
    /// The secret that has to come with the code.
    pub secret: String,
}

impl Asked {
    /// Reads the answer to `POST /v1/sign-in`.
    pub fn parse(answer: &Value) -> Asked {
        let text = |name: &str| answer[name].as_str().unwrap_or_else(|| panic!("{name}: {answer}")).to_owned();
        Asked { id: text("sign_in").parse().unwrap(), secret: text("secret") }
    }

    /// The path that takes the code.
    pub fn path(&self) -> String {
        format!("/v1/sign-in/{}/code", self.id)
    }

    /// The body with this code.
    pub fn entry(&self, code: &str) -> Value {
        json!({"code": code, "secret": self.secret})
    }

    /// The right code, made from the server's secret instead of read from the email.
    pub fn code(&self, server: &Server) -> String {
        self.code_by(&server.app.secrets)
    }

    /// The same, for a server that is another process.
    pub fn code_by(&self, secrets: &Secrets) -> String {
        secrets.code(self.id.0).to_string()
    }
}

impl Deref for Asked {
    type Target = SignInId;

    fn deref(&self) -> &SignInId {
        &self.id
    }
}
