import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../certificate.ts';
import type { TestDirectory } from './directory.ts';

/*
 * The part of LDAP (RFC 4511) that a simple bind, STARTTLS and a look at one entry need, for machines without slapd.
 * Names are compared as sent; the entries contain slapd's form of escaped names.
 */

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTETS = 0x04;
const ENUMERATED = 0x0a;
const BIND_REQUEST = 0x60;
const BIND_RESPONSE = 0x61;
const EXTENDED_REQUEST = 0x77;
const EXTENDED_RESPONSE = 0x78;
const SEARCH_REQUEST = 0x63;
const SEARCH_ENTRY = 0x64;
const SEARCH_DONE = 0x65;
const EQUALITY = 0xa3;
const SET = 0x31;
const SUCCESS = 0;
const NO_SUCH_OBJECT = 32;
const PROTOCOL_ERROR = 2;
const INVALID_CREDENTIALS = 49;
const LONG_FORM = 0x80;

interface Element {
  tag: number;
  value: Buffer;
  rest: Buffer;
}

/** The first element of the bytes; null if it is incomplete. */
function read(bytes: Buffer): Element | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return null;
  const long = first < LONG_FORM ? 0 : first - LONG_FORM;
  if (bytes.length < 2 + long) return null;
  const length = long === 0 ? first : bytes.readUIntBE(2, long);
  const start = 2 + long;
  if (bytes.length < start + length) return null;
  return { tag, value: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
}

function write(tag: number, value: Buffer): Buffer {
  const length = value.length < LONG_FORM ? [value.length] : [LONG_FORM + 2, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
const text = (value: string) => write(OCTETS, Buffer.from(value));
const message = (id: Buffer, operation: Buffer) => write(SEQUENCE, Buffer.concat([write(INTEGER, id), operation]));

function answer(id: Buffer, tag: number, code: number): Buffer {
  const empty = write(OCTETS, Buffer.alloc(0));
  const result = Buffer.concat([write(ENUMERATED, Buffer.from([code])), empty, empty]);
  return message(id, write(tag, result));
}

/** The attributes of an entry besides its name and password. */
export type Attributes = ReadonlyMap<string, Readonly<Record<string, string | readonly string[]>>>;

/** All parts of a value, one after the other. */
function* partsOf(value: Buffer): Generator<Element> {
  for (let part = read(value); part; part = read(part.rest)) yield part;
}

/** The entries that a search for one name, or for one value below a base, finds; null where the base does not exist. */
function found(request: Buffer, attributes: Attributes): string[] | null {
  const [base, scope, , , , , filter] = partsOf(request);
  const name = base?.value.toString() ?? '';
  const isBase = scope?.value[0] === 0;
  if (isBase) return attributes.has(name) ? [name] : null;
  if (filter?.tag !== EQUALITY) return [];
  const [attribute, wanted] = [...partsOf(filter.value)].map(({ value }) => value.toString());
  return [...attributes].flatMap(([dn, has]) =>
    dn.endsWith(name) && attribute !== undefined && has[attribute] === wanted ? [dn] : [],
  );
}

function entryMessage(
  id: Buffer,
  name: string,
  attributes: Readonly<Record<string, string | readonly string[]>>,
): Buffer {
  const list = Object.entries(attributes).map(([type, values]) =>
    write(SEQUENCE, Buffer.concat([text(type), write(SET, Buffer.concat([values].flat().map(text)))])),
  );
  return message(id, write(SEARCH_ENTRY, Buffer.concat([text(name), write(SEQUENCE, Buffer.concat(list))])));
}

function rightPassword(request: Buffer, entries: ReadonlyMap<string, string>): boolean {
  const version = read(request);
  const name = version && read(version.rest);
  const password = name && read(name.rest);
  if (!name || !password) return false;
  // A name without a password is an anonymous bind, which every directory accepts.
  if (password.value.length === 0) return true;
  return entries.get(name.value.toString()) === password.value.toString();
}

function serve(
  socket: Socket | TLSSocket,
  entries: ReadonlyMap<string, string>,
  certificate: Certificate | null,
  attributes: Attributes = new Map(),
) {
  let bytes: Buffer = Buffer.alloc(0);
  const onData = (data: Buffer) => {
    bytes = Buffer.concat([bytes, data]);
    for (let call = read(bytes); call; call = read(bytes)) {
      bytes = call.rest;
      const id = read(call.value);
      const operation = id && read(id.rest);
      if (!id || !operation) return;
      if (operation.tag === BIND_REQUEST) {
        const right = rightPassword(operation.value, entries);
        socket.write(answer(id.value, BIND_RESPONSE, right ? SUCCESS : INVALID_CREDENTIALS));
      } else if (operation.tag === SEARCH_REQUEST) {
        const names = found(operation.value, attributes);
        for (const name of names ?? []) socket.write(entryMessage(id.value, name, attributes.get(name) ?? {}));
        socket.write(answer(id.value, SEARCH_DONE, names ? SUCCESS : NO_SUCH_OBJECT));
      } else if (operation.tag === EXTENDED_REQUEST) {
        socket.write(answer(id.value, EXTENDED_RESPONSE, certificate ? SUCCESS : PROTOCOL_ERROR));
        if (certificate) {
          socket.off('data', onData);
          serve(secured(socket, certificate), entries, null, attributes);
        }
      }
    }
  };
  socket.on('data', onData);
  socket.on('error', () => socket.destroy());
}

const secured = (socket: Socket, certificate: Certificate) =>
  new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) });

function listening(server: Server): Promise<number> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
}

/** Starts both ports of the double: one of ldap, with STARTTLS when it has a certificate, and one of ldaps. */
export async function startDouble(
  entries: ReadonlyMap<string, string>,
  certificate: Certificate | null,
  attributes: Attributes = new Map(),
): Promise<TestDirectory> {
  const sockets = new Set<Socket>();
  const tracked = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const plain = createServer((socket) => serve(tracked(socket), entries, certificate, attributes));
  const secure = createServer((socket) => {
    if (certificate) serve(secured(tracked(socket), certificate), entries, null, attributes);
  });
  const [port, securePort] = await Promise.all([listening(plain), listening(secure)]);
  return {
    url: `ldap://127.0.0.1:${port}`,
    secureUrl: `ldaps://127.0.0.1:${securePort}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([plain, secure].map((server) => new Promise((done) => server.close(done))));
    },
  };
}

/** A directory that accepts connections and never answers. */
export async function startSilent(): Promise<TestDirectory> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  const url = `ldap://127.0.0.1:${await listening(server)}`;
  return {
    url,
    secureUrl: url.replace('ldap:', 'ldaps:'),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => {
        server.close(done);
      });
    },
  };
}
