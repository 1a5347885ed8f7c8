/**
 * A BigBlueButton server for tests. It is as strict as the real one: it checks every signature, knows the parameters of
 * each call, tracks the states of meetings, and refuses with the keys of the documentation. It fails on demand.
 * https://docs.bigbluebutton.org/development/api
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** silent: never answers. down: the connection breaks. broken: 502. The others answer 200 with an invalid answer. */
export type FakeFailure = 'well' | 'silent' | 'down' | 'broken' | 'html' | 'half' | 'entities' | 'endless' | 'redirect'

interface FakeMeeting {
  readonly id: string
  readonly internalId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly createTime: number
  startTime: number
  endTime: number
  forciblyEnded: boolean
  people: { userId: string; fullName: string; role: 'MODERATOR' | 'VIEWER' }[]
}

interface FakeRecording {
  readonly meetingId: string
  readonly recordId: string
  readonly startTime: number
  readonly endTime: number
  readonly url: string
}

interface Rule {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

const booleans = new Set([
  ...['record', 'autoStartRecording', 'allowStartStopRecording', 'muteOnStart', 'redirect'],
  ...['lockSettingsDisableMic', 'lockSettingsDisableCam'],
])
const numbers = new Set([
  ...['duration', 'maxParticipants', 'createTime', 'offset', 'limit'],
  ...['meetingExpireIfNoUserJoinedInMinutes', 'meetingExpireWhenLastUserLeftInMinutes'],
])
const rules: Readonly<Record<string, Rule>> = {
  create: {
    required: ['name', 'meetingID'],
    optional: [
      ...['attendeePW', 'moderatorPW', 'welcome', 'maxParticipants', 'logoutURL', 'record', 'duration', 'muteOnStart'],
      ...['autoStartRecording', 'allowStartStopRecording', 'lockSettingsDisableMic', 'lockSettingsDisableCam'],
      ...['meetingExpireIfNoUserJoinedInMinutes', 'meetingExpireWhenLastUserLeftInMinutes', 'meta_*'],
    ],
  },
  join: { required: ['fullName', 'meetingID', 'role'], optional: ['createTime', 'userID', 'redirect'] },
  end: { required: ['meetingID'], optional: ['password'] },
  isMeetingRunning: { required: ['meetingID'], optional: [] },
  getMeetingInfo: { required: ['meetingID'], optional: [] },
  getRecordings: { required: [], optional: ['meetingID', 'recordID', 'state', 'meta_*', 'offset', 'limit'] },
}

class Refused extends Error {
  readonly key: string
  constructor(key: string, message: string) {
    super(message)
    this.key = key
  }
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const element = (name: string, value: string | number | boolean) => `<${name}>${escaped(String(value))}</${name}>`
const answer = (...parts: string[]) => `<response><returncode>SUCCESS</returncode>${parts.join('')}</response>`
const failed = (key: string, message: string) =>
  `<response><returncode>FAILED</returncode>${element('messageKey', key)}${element('message', message)}</response>`

function checkParameters(call: string, rule: Rule, parameters: URLSearchParams): void {
  const names = [...parameters.keys()].filter((name) => name !== 'checksum')
  for (const name of rule.required) {
    if (!parameters.get(name)) throw new Refused(`missingParam${name}`, `You must provide ${name} for ${call}.`)
  }
  for (const name of names) {
    const known = [...rule.required, ...rule.optional]
    // The real server ignores unknown parameters, which hides misspellings.
    if (!known.includes(name) && !(known.includes('meta_*') && /^meta_[a-zA-Z][a-zA-Z0-9-]*$/.test(name)))
      throw new Refused('unknownParam', `There is no parameter ${name} of ${call}.`)
    if (parameters.getAll(name).length > 1) throw new Refused('duplicateParam', `${name} is there twice.`)
    const value = parameters.get(name) ?? ''
    if (/\p{Cc}/u.test(value)) throw new Refused('validationError', `${name} has control characters.`)
    if (booleans.has(name) && !/^(?:true|false)$/.test(value))
      throw new Refused('validationError', `${name} is no boolean.`)
    if (numbers.has(name) && !/^\d+$/.test(value)) throw new Refused('validationError', `${name} is no number.`)
  }
  const name = parameters.get('name')
  if (name !== null && (name.length < 2 || name.length > 64)) throw new Refused('sizeError', 'name: 2 to 64 characters')
  const meetingId = parameters.get('meetingID')
  if (meetingId !== null && (meetingId.length < 2 || meetingId.length > 256 || meetingId.includes(',')))
    throw new Refused('sizeError', 'meetingID: 2 to 256 characters without a comma')
}

export class FakeBigBlueButton {
  readonly secret = 'the-secret-of-the-fake'
  mood: FakeFailure = 'well'
  /** The accepted algorithms: old servers know only sha1. */
  algorithms: readonly ('sha1' | 'sha256' | 'sha384' | 'sha512')[] = ['sha1', 'sha256', 'sha384', 'sha512']
  now = Date.now()
  readonly meetings = new Map<string, FakeMeeting>()
  readonly recordings: FakeRecording[] = []
  /** The received calls, in order: `create {meetingID}`. */
  readonly asked: string[] = []
  readonly #server = createServer((request, response) => this.#serve(request, response))

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/bigbluebutton/`
  }

  /** Follows a join address as a browser: the person is in the meeting, or gets the reason. */
  async follow(address: string): Promise<string> {
    const response = await fetch(address, { redirect: 'manual' })
    return response.status === 302 ? 'joined' : response.text()
  }

  leave(meetingId: string, fullName: string): void {
    const meeting = this.meetings.get(meetingId)
    if (meeting) meeting.people = meeting.people.filter((person) => person.fullName !== fullName)
  }

  /** As if the server had restarted. */
  forget(meetingId: string): void {
    this.meetings.delete(meetingId)
  }

  addRecording(meetingId: string, recording: Omit<FakeRecording, 'meetingId' | 'recordId'>): string {
    const recordId = `${createHash('sha1').update(meetingId).digest('hex')}-${recording.startTime}`
    this.recordings.push({ meetingId, recordId, ...recording })
    return recordId
  }

  /** The address of its callback for the end of a meeting. */
  endCallback(meetingId: string): string {
    const url = new URL(this.meetings.get(meetingId)?.parameters.meta_endCallbackUrl ?? '')
    url.searchParams.set('recordingmarks', 'true')
    return url.href
  }

  /** The token of its callback for a recording. */
  recordingToken(meetingId: string, recordId: string, secret = this.secret, alg = 'HS256'): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ typ: 'JWT', alg })}.${part({ meeting_id: meetingId, record_id: recordId })}`
    return `${signed}.${alg === 'none' ? '' : createHmac('sha256', secret).update(signed).digest('base64url')}`
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const misbehave = this.#misbehavior(response)
    if (misbehave) {
      misbehave()
      return
    }
    const [path = '', query = ''] = (request.url ?? '').split('?')
    const call = /^\/bigbluebutton\/api\/?(\w*)$/.exec(path)?.[1]
    if (call === undefined) {
      response.writeHead(404).end('not here')
      return
    }
    response.setHeader('content-type', 'text/xml')
    try {
      if (call === '') response.end(answer(element('version', '2.0'), element('apiVersion', '2.0')))
      else this.#answerCall(call, query, response)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      response.end(failed(error.key, error.message))
    }
  }

  #misbehavior(response: ServerResponse): (() => void) | undefined {
    const xml = (text: string) => () => {
      response.writeHead(200, { 'content-type': 'text/xml' }).end(text)
    }
    const bomb = `<!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "${'&a;'.repeat(50)}">]><response><returncode>SUCCESS</returncode><version>&b;</version></response>`
    const acts: Partial<Record<FakeFailure, () => void>> = {
      silent: () => undefined,
      down: () => response.destroy(),
      broken: () => void response.writeHead(502).end('bad gateway'),
      redirect: () => void response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
      html: xml('<html><body>Welcome to nginx!</body></html>'),
      half: xml('<response><returncode>SUCC'),
      entities: xml(bomb),
      endless: xml(`<response><returncode>SUCCESS</returncode>${' '.repeat(5 * 1024 * 1024)}</response>`),
    }
    return acts[this.mood]
  }

  #answerCall(call: string, query: string, response: ServerResponse): void {
    const rule = rules[call]
    if (!rule) throw new Refused('unsupportedRequest', 'This request is not supported.')
    this.#checkSignature(call, query)
    const parameters = new URLSearchParams(query)
    checkParameters(call, rule, parameters)
    const meetingId = parameters.get('meetingID') ?? ''
    this.asked.push(`${call} ${meetingId}`.trim())
    const values = Object.fromEntries([...parameters].filter(([name]) => name !== 'checksum'))
    if (call === 'create') response.end(this.#create(values))
    else if (call === 'join') this.#join(values, response)
    else if (call === 'getRecordings') response.end(this.#listRecordings(meetingId))
    else if (call === 'isMeetingRunning')
      response.end(answer(element('running', this.#isRunning(this.meetings.get(meetingId)))))
    else response.end(call === 'end' ? this.#end(meetingId) : this.#info(this.#found(meetingId)))
  }

  #checkSignature(call: string, query: string): void {
    const given = /(?:^|&)checksum=([0-9a-f]+)$/.exec(query)?.[1]
    if (given === undefined) throw new Refused('checksumError', 'Checksums do not match')
    const signed = query.slice(0, query.length - `checksum=${given}`.length).replace(/&$/, '')
    const matches = this.algorithms.some(
      (algorithm) => createHash(algorithm).update(`${call}${signed}${this.secret}`).digest('hex') === given,
    )
    if (!matches) throw new Refused('checksumError', 'Checksums do not match')
  }

  #found(meetingId: string): FakeMeeting {
    const meeting = this.meetings.get(meetingId)
    if (!meeting) throw new Refused('notFound', 'We could not find a meeting with that meeting ID')
    return meeting
  }

  #isRunning(meeting: FakeMeeting | undefined): boolean {
    return meeting !== undefined && meeting.endTime === 0 && meeting.people.length > 0
  }

  #create(parameters: Record<string, string>): string {
    const id = parameters.meetingID ?? ''
    const known = this.meetings.get(id)
    const meeting = known ?? {
      id,
      internalId: `${createHash('sha1').update(id).digest('hex')}-${this.now}`,
      parameters,
      createTime: this.now,
      startTime: this.now,
      endTime: 0,
      forciblyEnded: false,
      people: [],
    }
    this.meetings.set(id, meeting)
    return answer(
      element('meetingID', id),
      element('internalMeetingID', meeting.internalId),
      element('createTime', meeting.createTime),
      element('hasUserJoined', meeting.people.length > 0),
      element('hasBeenForciblyEnded', meeting.forciblyEnded),
      ...(known ? [element('messageKey', 'duplicateWarning')] : []),
    )
  }

  #join(parameters: Record<string, string>, response: ServerResponse): void {
    const meeting = this.#found(parameters.meetingID ?? '')
    if (meeting.forciblyEnded)
      throw new Refused('meetingForciblyEnded', 'You can not re-join a meeting that has ended.')
    if (parameters.createTime !== undefined && parameters.createTime !== String(meeting.createTime))
      throw new Refused('mismatchCreateTimeParam', 'The createTime parameter submitted mismatches with the current.')
    const role = parameters.role?.toUpperCase()
    if (role !== 'MODERATOR' && role !== 'VIEWER') throw new Refused('invalidRole', 'MODERATOR or VIEWER')
    const fullName = parameters.fullName ?? ''
    meeting.people.push({ userId: parameters.userID ?? `w_${randomBytes(6).toString('hex')}`, fullName, role })
    response.writeHead(302, { location: 'https://bbb.example.com/html5client/join?sessionToken=x' }).end()
  }

  #end(meetingId: string): string {
    const meeting = this.#found(meetingId)
    meeting.forciblyEnded = true
    meeting.endTime = this.now
    // An empty meeting is gone at once; others stay in memory for a while.
    if (meeting.people.length === 0) this.meetings.delete(meetingId)
    meeting.people = []
    return answer(element('messageKey', 'sentEndMeetingRequest'))
  }

  #info(meeting: FakeMeeting): string {
    const people = meeting.people.map(({ userId, fullName, role }) => {
      const fields = element('userID', userId) + element('fullName', fullName) + element('role', role)
      return `<attendee>${fields}</attendee>`
    })
    return answer(
      element('meetingName', meeting.parameters.name ?? ''),
      element('meetingID', meeting.id),
      element('createTime', meeting.createTime),
      element('running', this.#isRunning(meeting)),
      element('hasBeenForciblyEnded', meeting.forciblyEnded),
      element('startTime', meeting.startTime),
      element('endTime', meeting.endTime),
      element('participantCount', meeting.people.length),
      `<attendees>${people.join('')}</attendees>`,
    )
  }

  #listRecordings(meetingId: string): string {
    const wanted = meetingId === '' ? [] : meetingId.split(',')
    const shown = this.recordings.filter((one) => wanted.length === 0 || wanted.includes(one.meetingId))
    if (shown.length === 0)
      return answer(
        '<recordings/>',
        element('messageKey', 'noRecordings'),
        element('message', 'There are no recordings.'),
      )
    const rows = shown.map(
      (one) => `<recording>${element('recordID', one.recordId)}${element('meetingID', one.meetingId)}
        ${element('state', 'published')}${element('startTime', one.startTime)}${element('endTime', one.endTime)}
        <playback><format>${element('type', 'podcast')}${element('url', 'https://bbb.example.com/audio.ogg')}</format>
        <format>${element('type', 'presentation')}${element('url', one.url)}</format></playback></recording>`,
    )
    return answer(`<recordings>${rows.join('')}</recordings>`)
  }
}
