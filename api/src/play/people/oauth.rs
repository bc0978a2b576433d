//! What the endpoints of OAuth 2.1 share: parameters, and errors with their codes.

use crate::db::Trouble;
use crate::play::Refusal;

/// An error code of RFC 6749, sections 4.1.2.1 and 5.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorCode {
    /// The person has refused.
    AccessDenied,
    /// The client is unknown, or claims to have a secret.
    InvalidClient,
    /// The code or the refresh token is unknown, expired, used, or of another client.
    InvalidGrant,
    /// A parameter is missing, occurs twice, or cannot be read.
    InvalidRequest,
    /// A scope is unknown, or was not granted.
    InvalidScope,
    /// The grant type is none of this server.
    UnsupportedGrantType,
    /// The response type is none of this server.
    UnsupportedResponseType,
}

impl ErrorCode {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            ErrorCode::AccessDenied => "access_denied",
            ErrorCode::InvalidClient => "invalid_client",
            ErrorCode::InvalidGrant => "invalid_grant",
            ErrorCode::InvalidRequest => "invalid_request",
            ErrorCode::InvalidScope => "invalid_scope",
            ErrorCode::UnsupportedGrantType => "unsupported_grant_type",
            ErrorCode::UnsupportedResponseType => "unsupported_response_type",
        }
    }
}

/// An error that a client is told: its code, and a sentence for the author of the client. The sentence is ASCII without `"` and `\`
/// (RFC 6749, section 5.2), and repeats nothing that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OauthError(pub ErrorCode, pub String);

impl OauthError {
    pub(in crate::play) fn new(code: ErrorCode, words: impl Into<String>) -> OauthError {
        OauthError(code, words.into())
    }
}

/// The reason why an endpoint for clients refuses.
#[derive(Debug)]
pub enum Refused {
    /// An error of the protocol.
    Oauth(OauthError),
    /// Any other.
    Other(Refusal),
}

impl From<OauthError> for Refused {
    fn from(error: OauthError) -> Refused {
        Refused::Oauth(error)
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::Other(refusal)
    }
}

impl From<Trouble> for Refused {
    fn from(trouble: Trouble) -> Refused {
        Refused::Other(trouble.into())
    }
}

/// The parameters of a request, in the order in which they were sent. Those that are not known are ignored (RFC 6749, section 3.1).
#[derive(Clone, Debug)]
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Reads a query, or a form.
    pub fn read(text: &[u8]) -> Parameters {
        Parameters(url::form_urlencoded::parse(text).into_owned().collect())
    }

    /// Parameters that were read already.
    pub fn from_pairs(pairs: Vec<(String, String)>) -> Parameters {
        Parameters(pairs)
    }

    /// A parameter. One without a value is treated as if it were left out; one that occurs twice is refused (RFC 6749, section 3.1).
    pub fn optional(&self, name: &'static str) -> Result<Option<&str>, OauthError> {
        let mut found = self.0.iter().filter(|(found, _)| found == name).map(|(_, value)| value.as_str());
        match (found.next(), found.next()) {
            (_, Some(_)) => {
                Err(OauthError::new(ErrorCode::InvalidRequest, format!("The parameter {name} must occur only once.")))
            }
            (found, None) => Ok(found.filter(|value| !value.is_empty())),
        }
    }

    /// A parameter that has to be there.
    pub fn required(&self, name: &'static str) -> Result<&str, OauthError> {
        self.optional(name)?
            .ok_or_else(|| OauthError::new(ErrorCode::InvalidRequest, format!("The parameter {name} is missing.")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_occurs_once_and_has_a_value() {
        let parameters = Parameters::read(b"a=1&b=&c=1&c=2&d=%20x+y&\xff=%ff");
        assert_eq!(parameters.required("a"), Ok("1"));
        assert_eq!(parameters.required("d"), Ok(" x y"));
        for absent in ["b", "e"] {
            assert_eq!(parameters.optional(absent), Ok(None));
            assert_eq!(parameters.required(absent).unwrap_err().0, ErrorCode::InvalidRequest);
        }
        assert_eq!(parameters.optional("c").unwrap_err().0, ErrorCode::InvalidRequest);
    }
}
