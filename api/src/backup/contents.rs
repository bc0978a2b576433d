//! The lines of a backup: what made it and the secrets, then each table with its rows, then their number.

use std::path::Path;
use std::pin::pin;

use chrono::{DateTime, Utc};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use super::sealed::{MAX_LINE, Reader, Writer};
use super::trouble::{Result, Trouble};
use crate::config::Secret;
use crate::db::dump::{self, Table};
use crate::db::{Connection, Migration};
use crate::play::matches::history;

/// Rows are added to the database in batches of about this many bytes.
const BATCH: usize = 1 << 20;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    /// The form of the file: 1.
    turnpost_backup: u32,
    /// The version of the program that made it.
    version: String,
    made_at: DateTime<Utc>,
    /// The migrations that made its tables.
    migrations: Vec<Migration>,
    /// The secrets of the server, in the form of the setting.
    pub(super) secrets: String,
}

/// The form of the files that this version makes, and the latest that it reads.
const FORM: u32 = 1;

/// A line that is no row.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Mark {
    /// The next table. Its rows follow, one a line.
    Table { table: Table, rows: i64 },
    /// The last line: the number of all rows.
    End { rows: i64 },
}

/// What a backup holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The rows of all tables.
    pub rows: i64,
    /// The matches that have started, each computed from its log.
    pub matches: usize,
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|why| crate::db::Trouble::Fault(why.to_string()).into())
}

/// Writes the database as it is now, and the secrets. Other connections may write meanwhile.
pub(super) async fn write(url: &str, secrets: &str, now: DateTime<Utc>, out: &mut Writer) -> Result<()> {
    let mut connection = dump::snapshot(url).await?;
    let migrations = dump::applied(&mut connection).await?;
    if migrations != dump::known()? {
        return Err(Trouble::Schema);
    }
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let secrets = secrets.trim().to_owned();
    out.line(&json(&Head { turnpost_backup: FORM, version, made_at: now, migrations, secrets })?)?;
    let mut all = 0;
    for table in dump::tables(&mut connection).await? {
        let rows = dump::count(&mut connection, &table).await?;
        all += rows;
        out.line(&json(&Mark::Table { table: table.clone(), rows })?)?;
        let mut lines = pin!(dump::rows(&mut connection, &table).await?);
        while let Some(line) = lines.next().await {
            let line = line?;
            if line.len() > MAX_LINE {
                return Err(Trouble::LargeRow(table.name));
            }
            out.line(&line)?;
        }
    }
    out.line(&json(&Mark::End { rows: all })?)
}

/// A backup that was opened.
pub(super) struct Contents {
    lines: Reader,
    pub(super) head: Head,
}

impl Contents {
    /// Opens a file, and refuses one that this version cannot read.
    pub(super) fn open(file: &Path, passphrase: &Secret) -> Result<Contents> {
        let mut lines = Reader::open(file, passphrase)?;
        let foreign = || Trouble::Foreign(file.to_owned());
        let first = lines.line()?.ok_or_else(foreign)?;
        let form: Form = serde_json::from_str(&first).map_err(|_| foreign())?;
        let newer = |version| Trouble::Newer { file: file.to_owned(), version };
        if form.turnpost_backup > FORM {
            return Err(newer(form.version));
        }
        let head: Head = serde_json::from_str(&first).map_err(|_| lines.damaged())?;
        let known = dump::known()?;
        if !head.migrations.iter().all(|one| known.contains(one)) {
            return Err(newer(head.version));
        }
        Ok(Contents { lines, head })
    }

    /// Makes the schema of the backup in the transaction of the connection, fills it, brings it up to date and computes every match from
    /// its log.
    pub(super) async fn fill(mut self, connection: Connection) -> Result<(Connection, Summary)> {
        let mut connection = dump::make_schema(connection, &self.head.migrations)?;
        let mut missing = dump::tables(&mut connection).await?;
        let mut all = 0;
        loop {
            match self.mark()? {
                Mark::Table { table, rows } => {
                    let at = missing.iter().position(|one| *one == table).ok_or_else(|| self.differs(&table))?;
                    missing.remove(at);
                    self.fill_table(&mut connection, &table, rows).await?;
                    all += rows;
                }
                Mark::End { rows } if rows == all => break,
                Mark::End { .. } => return Err(self.lines.damaged()),
            }
        }
        if let Some(table) = missing.first() {
            return Err(self.differs(table));
        }
        if self.lines.line()?.is_some() {
            return Err(self.lines.damaged());
        }
        let mut connection = dump::bring_up_to_date(connection)?;
        let computed = history::verify_all_by(&mut connection).await;
        let (matches, wrong) = computed.map_err(Trouble::Replay)?;
        if wrong.is_empty() { Ok((connection, Summary { rows: all, matches })) } else { Err(Trouble::Differs(wrong)) }
    }

    fn differs(&self, table: &Table) -> Trouble {
        Trouble::Tables { file: self.lines.path().to_owned(), what: table.name.clone() }
    }

    fn mark(&mut self) -> Result<Mark> {
        let line = self.lines.line()?.ok_or_else(|| self.lines.damaged())?;
        serde_json::from_str(&line).map_err(|_| self.lines.damaged())
    }

    async fn fill_table(&mut self, connection: &mut Connection, table: &Table, rows: i64) -> Result<()> {
        let (mut batch, mut held) = (String::new(), 0);
        for _ in 0..rows {
            let line = self.lines.line()?.ok_or_else(|| self.lines.damaged())?;
            batch.push(if batch.is_empty() { '[' } else { ',' });
            batch.push_str(&line);
            held += 1;
            if batch.len() > BATCH {
                self.add(connection, table, &mut batch, &mut held).await?;
            }
        }
        self.add(connection, table, &mut batch, &mut held).await
    }

    /// Adds the rows of a batch, which is empty then.
    async fn add(
        &self,
        connection: &mut Connection,
        table: &Table,
        batch: &mut String,
        held: &mut usize,
    ) -> Result<()> {
        if *held == 0 {
            return Ok(());
        }
        batch.push(']');
        if dump::add(connection, table, batch).await? != *held {
            return Err(self.lines.damaged());
        }
        // A batch of one huge row must not stay in memory.
        (*batch, *held) = (String::new(), 0);
        Ok(())
    }
}

/// The part of the first line that every version writes.
#[derive(Deserialize)]
struct Form {
    turnpost_backup: u32,
    version: String,
}
