import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { atFileEnd } from './file-end.ts';

/** A mailbox that supports what a reader of bounces sends (RFC 3501), and records every command. */
export interface ImapServer {
  url: string;
  /** `isOld`: from before the days that a search may cover. */
  mails: { uid: number; source: string; isOld?: boolean }[];
  uidValidity: number;
  /** In order, without tags and passwords. */
  commands: string[];
}

const USER = 'office@leads.example';
const PASSWORD = 'p@ss word';

export async function startImapServer(): Promise<ImapServer> {
  const server = createServer((socket) => serve(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => void sockets.add(socket));
  atFileEnd(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const state: ImapServer = {
    url: `imap://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/INBOX`,
    mails: [],
    uidValidity: 7,
    commands: [],
  };

  function serve(socket: Socket): void {
    socket.on('error', () => {});
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const [, tag, rest] = /^(\S+) (.*)$/s.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (tag && rest) answer(socket, tag, rest);
      }
    });
  }

  function answer(socket: Socket, tag: string, command: string): void {
    const name = /^(UID )?\S+/.exec(command)![0].toUpperCase();
    const say = (line: string) => socket.write(Buffer.from(`${line}\r\n`, 'latin1'));
    state.commands.push(name === 'LOGIN' ? name : command);
    if (name === 'LOGIN') {
      const isRight = command.includes(USER) && command.includes(PASSWORD);
      say(`${tag} ${isRight ? 'OK signed in' : 'NO [AUTHENTICATIONFAILED] no such name or password'}`);
      return;
    }
    if (name === 'CAPABILITY') say('* CAPABILITY IMAP4rev1');
    if (name === 'LIST' || name === 'LSUB') say(`* ${name} (\\HasNoChildren) "/" "INBOX"`);
    if (name === 'EXAMINE' || name === 'SELECT') {
      say(`* ${state.mails.length} EXISTS`);
      say('* 0 RECENT');
      say('* FLAGS (\\Seen)');
      say(`* OK [UIDVALIDITY ${state.uidValidity}] valid`);
      say(`* OK [UIDNEXT ${(state.mails.at(-1)?.uid ?? 0) + 1}] next`);
      say(`${tag} OK [READ-ONLY] opened`);
      return;
    }
    if (name === 'UID SEARCH')
      say(
        `* SEARCH ${wanted(/UID (\S+)/.exec(command.slice(4))?.[1] ?? '1:*')
          .filter(({ isOld }) => !(isOld && command.includes('SINCE')))
          .map(({ uid }) => uid)
          .join(' ')}`,
      );
    if (name === 'UID FETCH') for (const mail of wanted(/FETCH (\S+)/.exec(command)![1]!)) say(fetched(mail, command));
    if (name === 'LOGOUT') say('* BYE');
    say(`${tag} OK done`);
  }

  /** Selects by a set of numbers; `n:*` always includes the last one, as in the protocol. */
  function wanted(set: string): ImapServer['mails'] {
    const last = state.mails.at(-1)?.uid ?? 0;
    const ranges = set.split(',').map((range) => {
      const [from, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end))) as [number, number?];
      return [Math.min(from, to!), Math.max(from, to!)] as const;
    });
    return state.mails.filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to));
  }

  function fetched({ uid, source }: ImapServer['mails'][number], command: string): string {
    const at = state.mails.findIndex((mail) => mail.uid === uid) + 1;
    const literal = (label: string, text: string) => `${label} {${Buffer.byteLength(text)}}\r\n${text}`;
    const header = /HEADER\.FIELDS \([^)]*\)/i.exec(command)?.[0];
    const contentType = /^content-type:.*(?:\r\n[ \t].*)*/im.exec(source)?.[0] ?? '';
    const parts = [
      `UID ${uid}`,
      ...(/RFC822\.SIZE/i.test(command) ? [`RFC822.SIZE ${Buffer.byteLength(source)}`] : []),
      ...(header ? [literal(`BODY[${header.toUpperCase()}]`, `${contentType}\r\n\r\n`)] : []),
      ...(/BODY(\.PEEK)?\[\]/i.test(command) ? [literal('BODY[]', source)] : []),
    ];
    return `* ${at} FETCH (${parts.join(' ')})`;
  }

  return state;
}
