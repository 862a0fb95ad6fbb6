//! A check that a value has a type of `protocol.d.ts`, for the part of TypeScript that is written there.

use std::collections::HashMap;

use regex::Regex;
use serde_json::Value;

#[derive(Debug)]
enum Type {
    Named(String),
    Literal(Value),
    /// Every name of a field, with `true` if it may be missing.
    Object(Vec<(String, bool, Type)>),
    Array(Box<Type>),
    Tuple(Vec<Type>),
    Union(Vec<Type>),
}

/// The types of a file, by name.
pub(crate) struct Declarations(HashMap<String, Type>);

impl Declarations {
    /// Reads `export interface NAME {...}` and `export type NAME = ...;`.
    pub(crate) fn read(text: &str) -> Self {
        let mut tokens = Tokens::of(text);
        let mut types = HashMap::new();
        while tokens.next_is("export") {
            let is_alias = tokens.take() == "type";
            let name = tokens.take();
            if is_alias {
                tokens.expect("=");
            }
            types.insert(name, tokens.union());
            if is_alias {
                tokens.expect(";");
            }
        }
        assert!(tokens.0.is_empty(), "no declaration: {:?}", tokens.0.last());
        Self(types)
    }

    /// Returns `true` if `value` has the type of this name, and no field that the type does not have.
    pub(crate) fn allow(&self, name: &str, value: &Value) -> bool {
        match name {
            "string" => value.is_string(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            _ => self.fits(&self.0[name], value),
        }
    }

    fn fits(&self, kind: &Type, value: &Value) -> bool {
        match (kind, value) {
            (Type::Named(name), _) => self.allow(name, value),
            (Type::Literal(literal), _) => literal == value,
            (Type::Union(types), _) => types.iter().any(|kind| self.fits(kind, value)),
            (Type::Array(kind), Value::Array(items)) => {
                items.iter().all(|item| self.fits(kind, item))
            }
            (Type::Tuple(kinds), Value::Array(items)) => {
                let mut pairs = kinds.iter().zip(items);
                kinds.len() == items.len() && pairs.all(|(kind, item)| self.fits(kind, item))
            }
            (Type::Object(declared), Value::Object(fields)) => {
                let is_declared = |name: &String| declared.iter().any(|(other, ..)| other == name);
                fields.keys().all(is_declared)
                    && declared.iter().all(|(name, is_optional, kind)| {
                        fields
                            .get(name)
                            .map_or(*is_optional, |value| self.fits(kind, value))
                    })
            }
            (Type::Array(_) | Type::Tuple(_) | Type::Object(_), _) => false,
        }
    }
}

/// The rest of a file to read, the next token last.
struct Tokens(Vec<String>);

impl Tokens {
    fn of(text: &str) -> Self {
        let comments = Regex::new(r"(?s)/\*\*.*?\*/|//[^\n]*").unwrap();
        let code = comments.replace_all(text, "");
        // "Any other text" has no short name in the language.
        let code = code.replace("(string & {})", "string");
        let tokens = Regex::new(r#""[^"]*"|[A-Za-z0-9_]+|[^ \n]"#).unwrap();
        let tokens = tokens.find_iter(&code).map(|it| it.as_str().to_owned());
        let mut tokens: Vec<_> = tokens.collect();
        tokens.reverse();
        Self(tokens)
    }

    fn take(&mut self) -> String {
        self.0.pop().expect("the file goes on")
    }

    fn expect(&mut self, token: &str) {
        assert_eq!(self.take(), token);
    }

    fn next_is(&mut self, token: &str) -> bool {
        self.0.pop_if(|next| next == token).is_some()
    }

    fn union(&mut self) -> Type {
        // The first part may have the sign before it as well.
        self.next_is("|");
        let mut types = vec![self.one()];
        while self.next_is("|") {
            types.push(self.one());
        }
        Type::Union(types)
    }

    fn one(&mut self) -> Type {
        match self.take().as_str() {
            "{" => {
                let mut fields = Vec::new();
                while !self.next_is("}") {
                    let name = self.take();
                    let is_optional = self.next_is("?");
                    self.expect(":");
                    fields.push((name, is_optional, self.union()));
                    self.expect(";");
                }
                Type::Object(fields)
            }
            "[" => {
                let mut types = vec![self.union()];
                while self.next_is(",") {
                    types.push(self.union());
                }
                self.expect("]");
                Type::Tuple(types)
            }
            "Array" => {
                self.expect("<");
                let kind = self.union();
                self.expect(">");
                Type::Array(Box::new(kind))
            }
            literal if literal.starts_with('"') => {
                Type::Literal(serde_json::from_str(literal).unwrap())
            }
            name => Type::Named(name.to_owned()),
        }
    }
}
