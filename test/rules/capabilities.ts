/**
 * Everything that opens something to whoever has it: tokens, cookies, tickets, addresses. Printed in
 * docs/capabilities.md. `capabilities.test.ts` compares the list with the routes of the product, and tries each of them
 * after each event.
 */

export const events = {
  signOut: 'sign-out of its session',
  disabling: 'its member is disabled',
  password: 'change of the password on another device',
  roles: 'its member loses a role',
  organization: 'its member moves to another organization',
  deletion: 'deletion or revocation',
} as const
export type EventName = keyof typeof events

/** `ends`: what the next use is answered. `stays`: why it goes on. `never`: why the event does not happen to it. */
export type Cell = { readonly ends: string } | { readonly stays: string } | { readonly never: string }

export interface Capability {
  /** What it opens. */
  readonly opens: string
  /** Where it travels, and how long it lasts by itself. */
  readonly travels: string
  /** The calls (`module.call`) and other routes that take it. */
  readonly routes: readonly string[]
  readonly cells: Readonly<Record<EventName, Cell>>
  /** Why `capabilities.test.ts` does not try it. */
  readonly untried?: string
}

const ends = (answer: string): Cell => ({ ends: answer })
const stays = (why: string): Cell => ({ stays: why })
const never = (why: string): Cell => ({ never: why })
const withSession = (answer: string) => ({ signOut: ends(answer), disabling: ends(answer), password: ends(answer) })
const rights = (cell: Cell) => ({ roles: cell, organization: cell })
const always = (cell: Cell) => ({ signOut: cell, disabling: cell, password: cell, ...rights(cell) })

const rereadsRights = stays('every call reads the rights again')
const signedOut = '401'
const closed = '410, the page “open it again from the course”'
const content = '/p/:token'

export const capabilities = {
  'access token': {
    opens: 'the calls of its member',
    travels: 'header `Authorization`, one hour',
    // Each call in it is answered as one that came alone, with the same header.
    routes: ['POST /api/v1/system/calls'],
    cells: { ...withSession(signedOut), ...rights(rereadsRights), deletion: never('a token belongs to its session') },
  },
  'refresh token': {
    opens: 'the next tokens of the session',
    travels: 'body, 14 days, one use',
    routes: ['identity.createToken'],
    cells: { ...withSession(signedOut), ...rights(rereadsRights), deletion: never('a token belongs to its session') },
  },
  'password or code for signing in': {
    opens: 'a new session, a new password, a new address',
    travels: 'body; codes 2 to 5 minutes, one use',
    routes: ['identity.sendCode', 'identity.register', 'identity.resetPassword'],
    cells: {
      signOut: stays('a code proves who has the phone or mailbox, not who has a session'),
      disabling: ends('422 20186; 422 20134 for a new password'),
      password: stays('a code proves who has the phone or mailbox'),
      ...rights(rereadsRights),
      deletion: never('the next code replaces it'),
    },
  },
  'confirmed QR code': {
    opens: 'a new session in the browser that showed it',
    travels: 'body, with the secret of the browser; 120 seconds, one use',
    routes: ['identity.createQrCode', 'identity.qrCodeState'],
    cells: { ...withSession('422 20138'), ...rights(rereadsRights), deletion: never('one use') },
  },
  'ticket of single sign-on': {
    opens: 'a new session in the tab that began it',
    travels: 'address, with the secret of the tab; one minute, one use',
    routes: ['identity.startSingleSignOn', 'identity.finishSingleSignOn'],
    cells: {
      signOut: stays('the provider has just vouched for the person'),
      disabling: ends('422 20186'),
      password: stays('the provider has just vouched for the person'),
      ...rights(rereadsRights),
      deletion: never('one use'),
    },
  },
  'file pass': {
    opens: 'own files, and files for the whole company; with a grant also others',
    travels: 'cookie `__Host-shuyuan_files` (without TLS `shuyuan_files`), one hour',
    routes: ['files.fileContent'],
    cells: {
      ...withSession(signedOut),
      ...rights(stays('own files and those for the company need no right; grants end by themselves')),
      deletion: ends('422 900005'),
    },
  },
  'file grant': {
    opens: 'one file that its module lets the member see',
    travels:
      'address, beside a token or the file pass; at most 4 hours. One for a course, a replay or a content ends within a minute after its member has lost that; one for materials of a class does not',
    routes: ['files.fileContent', 'files.m3u8Token'],
    cells: { ...withSession(signedOut), ...rights(ends('403 10138')), deletion: ends('422 900005') },
  },
  'stream token': {
    opens: 'playlists, pieces and key of one stream',
    travels:
      'address, beside a token or the file pass; 10 minutes, without script the double length of the video. It ends with what its grant was for, within a minute',
    routes: ['files.masterPlaylist', 'files.qualityPlaylist', 'files.streamPiece', 'files.streamKey'],
    cells: { ...withSession(signedOut), ...rights(ends('403 10138')), deletion: ends('422 900005') },
  },
  'address of a page for guests': {
    opens: 'the slides that a room shows, for guests without an account',
    travels: 'address, one hour',
    routes: ['files.fileContent'],
    cells: {
      ...always(never('it has no member')),
      deletion: ends('422 900005'),
    },
  },
  'opened package': {
    opens: 'a package and its record: what is learned in it counts for the member',
    travels:
      'path of the packages’ origin, with credentials of a unit for its record; 15 minutes without a word, 12 hours',
    routes: [
      ...['', 'c/*', '~/launch', '~/returned'].map((path) => `GET ${content}/${path}`),
      ...['units/:unitId', 'commit', 'statement', 'state', 'fetch/:id'].map((path) => `POST ${content}/~/${path}`),
      ...['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS'].map((method) => `${method} ${content}/~/xapi/*`),
      `OPTIONS ${content}/~/fetch/:id`,
    ],
    cells: {
      ...withSession(closed),
      ...rights(ends(closed)),
      deletion: stays(
        'a prepared package is never deleted; it ends within 20 seconds when its course is withdrawn or deleted',
      ),
    },
  },
  'late report of an opened package': {
    opens: 'the time and results that the player could not send before it ended',
    travels: 'body of a signed-in call, 7 days',
    routes: ['packages.lateCommit'],
    cells: {
      ...withSession('401, and it waits in the browser for the next sign-in'),
      ...rights(stays('it was learned under the earlier rights, and only until the player ended')),
      deletion: stays('a prepared package is never deleted; for a course that is gone it counts nowhere'),
    },
  },
  'ticket of a room': {
    opens: 'a socket of the room',
    travels: 'address, one minute, one use',
    routes: [],
    cells: {
      ...withSession(signedOut),
      ...rights(stays('roles in a room are given in the room; who leads it removes people')),
      deletion: ends(signedOut),
    },
  },
  'socket of a room': {
    opens: 'the room, and its picture as a stream',
    travels: 'connection; asked every 15 seconds',
    routes: ['GET /api/v1/rooms/:id/socket', 'GET /api/v1/rooms/:id/stream'],
    cells: {
      ...withSession('closed with 4001'),
      ...rights(stays('roles in a room are given in the room; who leads it removes people')),
      deletion: ends('closed with 4002'),
    },
  },
  'link for guests of a room': {
    opens: 'a room, for people without an account',
    travels: 'body; until it is revoked, the room ends, or its date; the guest’s own token for returning',
    routes: ['rooms.guestJoin', 'rooms.guestLeave', 'live.keylogin', 'live.keyloginEnter'],
    cells: {
      ...always(stays('it belongs to the room, not to who made it: whoever manages the room sees and revokes it')),
      deletion: ends('422 370102; 422 370202 at a live session'),
    },
  },
  'link for guests of a survey': {
    opens: 'a survey, for people without an account, and the own draft by the secret of the browser',
    travels: 'body; until it is renewed, or the survey ends',
    routes: ['surveys.guestEntry', 'surveys.openAsGuest', 'surveys.saveAsGuest', 'surveys.submitAsGuest'],
    cells: {
      ...always(stays('it belongs to the survey, not to who made it: whoever manages the survey sees and renews it')),
      deletion: ends('422 385016'),
    },
  },
  'stream of events': {
    opens: 'what is new for its member',
    travels: 'connection with a token; asked every 15 seconds',
    routes: ['GET /api/v1/system/events'],
    cells: { ...withSession('closed'), ...rights(rereadsRights), deletion: never('a stream belongs to its session') },
  },
  'upload in progress': {
    opens: 'its own bytes, for its member',
    travels: 'address, beside a token; 4 days',
    routes: [
      'POST /api/v1/system/file/uploads',
      ...['HEAD', 'PATCH', 'DELETE'].map(
        (method) =>
          `${method} /api/v1/system/file/uploads/:id(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)`,
      ),
    ],
    cells: { ...withSession(signedOut), ...rights(stays('it is the member’s own')), deletion: ends('404') },
  },
  'calendar address': {
    opens: 'the calendar of its member, to read',
    travels: 'address, until it is revoked',
    routes: ['messages.readCalendarFeed'],
    cells: {
      signOut: stays('calendar programs have no session; the member revokes the address'),
      disabling: ends('422 900005'),
      password: stays('calendar programs have no password; the member revokes the address'),
      ...rights(stays('each reading collects the entries again, by the rights of the moment')),
      deletion: ends('422 900005'),
    },
  },
  'unsubscribe link': {
    opens: 'switching e-mails of one type off and on again',
    travels: 'address in e-mails, without an end',
    routes: ['messages.unsubscribeSubject', 'messages.unsubscribe', 'messages.resubscribe'],
    cells: {
      ...always(stays('whoever receives an e-mail may always stop it; nothing else can be done with it')),
      deletion: never('it ends with the erasure of the member'),
    },
  },
  'short link': {
    opens: 'an address of this platform, which asks for itself who may see it',
    travels: 'address',
    routes: ['GET /s/:code'],
    cells: { ...always(stays('it only leads to a screen')), deletion: never('it ends by its date') },
  },
  'credentials of the record store': {
    opens: 'the records of the company, for other systems',
    travels: 'header `Authorization`, until they are revoked',
    routes: ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS'].map((method) => `${method} /xapi/*`),
    cells: {
      ...always(stays('they belong to the company and its other systems, not to who made them')),
      deletion: ends(signedOut),
    },
  },
  'code of a certificate': {
    opens: 'the facts on the certificate, with the name masked',
    travels: 'address printed on the certificate, without an end',
    routes: ['certificates.verifyCertificate'],
    cells: {
      ...always(stays('a certificate proves what was, wherever its holder is now')),
      deletion: stays('the page says that it was revoked'),
    },
    untried: 'its tests stand in modules/learning/certificates/server/routes.test.ts',
  },
  'address of a lottery’s proof': {
    opens: 'the prizes and draws of a published lottery, without people, and its seed once it has ended',
    travels: 'address, without an end',
    routes: ['lotteries.lotteryProof', 'lotteries.provenDraws'],
    cells: {
      ...always(stays('it belongs to the lottery, not to who made it: anybody may draw again')),
      deletion: never('a published lottery is not taken back'),
    },
    untried: 'its tests stand in modules/engagement/lotteries/server/proof.test.ts',
  },
  'address of a class for people outside': {
    opens: 'what a published class says of itself, without its people, and a registration with a code of its own',
    travels: 'address, as long as the class is published and open to people outside',
    routes: ['classes.publicClass', 'classes.registerForClass'],
    cells: {
      ...always(stays('it belongs to the class, not to who made it: whoever runs the class closes it')),
      deletion: ends('422 64104'),
    },
    untried: 'its tests stand in modules/training/classes/server/signup.test.ts',
  },
  'callback of a meeting server': {
    opens: 'a query of the state at that server, nothing else',
    travels: 'address; of a recording a signature by the shared secret',
    routes: ['live.providerEnded', 'live.providerRecorded'],
    cells: { ...always(never('it has no member')), deletion: never('the secret stands in the settings of the server') },
    untried: 'its tests stand in modules/live/live/server/providers/bigbluebutton.test.ts',
  },
  'webhook of LiveKit': {
    opens: 'a reading of the state at LiveKit, nothing else',
    travels: 'signature of the body by the shared secret',
    routes: [],
    cells: { ...always(never('it has no member')), deletion: never('the secret stands in the settings of the server') },
    untried: 'its tests stand in modules/live/engines/server/livekit.test.ts',
  },
  'callback of a payment provider': {
    opens: 'the result of a payment or refund that exists, of its own provider, amount and merchant',
    travels: 'signature of the body by the key of the provider',
    routes: [],
    cells: { ...always(never('it has no member')), deletion: never('the keys stand in the settings of the server') },
    untried: 'its tests stand in modules/commerce/payments/server/callbacks.test.ts',
  },
  'token of LiveKit, address at a meeting server': {
    opens: 'audio and video of one session',
    travels: 'handed to the browser; a token of LiveKit is for entering within a minute',
    routes: [],
    cells: {
      ...always(stays('the other system checks it; the socket of the room ends, and LiveKit then lets the person go')),
      deletion: ends('the other system closes the session'),
    },
    untried: 'another system checks it; modules/live/rooms/server/entering.test.ts sees that the person is let go',
  },
  'credentials of the relay': {
    opens: 'relaying of packets, no content',
    travels: 'handed to the browser, 12 hours',
    routes: [],
    cells: {
      ...always(stays('the relay knows no sessions; without the socket of a room there is nothing to relay')),
      deletion: never('they end by their date'),
    },
    untried: 'another system checks them; its tests stand in modules/live/engines/server/ice.test.ts',
  },
  'secret of an outgoing webhook': {
    opens: 'nothing here: the receiver checks our messages by it',
    travels: 'never sent',
    routes: [],
    cells: { ...always(never('it has no member')), deletion: ends('nothing more is sent') },
    untried: 'it opens nothing of the platform',
  },
} as const satisfies Readonly<Record<string, Capability>>

export type CapabilityName = keyof typeof capabilities

/** Routes that take no capability and ask nobody who they are. */
export const openRoutes: Readonly<Record<string, string>> = {
  'identity.signInOptions': 'what the sign-in page shows of a company',
  'pictures.platformPicture': 'a drawing of the product, the same for everybody',
  'GET /health': 'whether the process serves',
  'GET /metrics': 'figures of the process',
  'GET /pc/share': 'leads to a screen, which asks for itself',
  'GET /runtime/*': 'the player’s own program',
  'GET /.well-known/open-badges/:companyId': 'who issues badges',
  'GET /.well-known/open-badges/:companyId/jwks.json': 'public keys',
  'GET /.well-known/open-badges/:companyId/keys/:thumbprint': 'a public key',
  'GET /.well-known/open-badges/:companyId/revocations': 'which badges were revoked',
}
