/**
 * A stand-in for Janus in tests, stricter than the real one. Every request must carry the secret and a transaction of
 * its own, name its session and an attached handle, and come in a meaningful order. `faults` lists the violations.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

type Message = Readonly<Record<string, unknown>>

interface Handle {
  readonly session: number
  readonly opaqueId: string
  role: 'none' | 'publisher' | 'subscriber'
  room: string | undefined
  feed: string | undefined
}

interface Room {
  readonly secret: string
  readonly pin: string
  readonly publishers: number
  readonly created: Message
  /** The people who joined, by id, in order; their streams once they send. */
  readonly people: Map<string, { readonly handle: number; streams: Message[] | undefined }>
}

const refusal = (error_code: number, error: string): Message => ({ videoroom: 'event', error_code, error })

export class FakeJanus {
  readonly apiSecret = 'api-secret'
  readonly adminKey = 'admin-key'
  readonly faults: string[] = []
  readonly requests: Message[] = []
  readonly rooms = new Map<string, Room>()
  readonly handles = new Map<number, Handle>()
  readonly sessions = new Map<number, WebSocket | undefined>()
  plugins: Message = { 'janus.plugin.videoroom': { version_string: '0.0.9' } }
  /** Requests of these kinds get no answer, or this text. */
  readonly spoilt = new Map<string, string | undefined>()
  private readonly transactions = new Set<unknown>()
  private server: WebSocketServer | undefined
  private port = 0
  private next = 1000

  async listen(): Promise<string> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: this.port, handleProtocols: () => 'janus-protocol' })
    this.server = server
    server.on('connection', (socket, request) => {
      if (request.headers['sec-websocket-protocol'] !== 'janus-protocol') this.faults.push('another protocol')
      socket.on('message', (data) => this.take(socket, String(data)))
      socket.on('close', () => {
        for (const [session, of] of this.sessions) if (of === socket) this.sessions.set(session, undefined)
      })
    })
    await once(server, 'listening')
    this.port = (server.address() as AddressInfo).port
    return `ws://127.0.0.1:${this.port}`
  }

  /** Breaks every connection; sessions wait for a claim. */
  breakConnections(): void {
    for (const socket of this.server?.clients ?? []) socket.terminate()
  }

  async close(): Promise<void> {
    this.breakConnections()
    const { server } = this
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  /** As after a crash: no session, no room. */
  forget(): void {
    for (const one of [this.sessions, this.handles, this.rooms]) one.clear()
  }

  /** An event that Janus sends for a handle. */
  say(handle: number, message: Message): void {
    const session = this.handles.get(handle)?.session
    const socket = session === undefined ? undefined : this.sessions.get(session)
    socket?.send(JSON.stringify({ session_id: session, sender: handle, ...message }))
  }

  handleOf(opaqueId: string): number {
    const found = [...this.handles].findLast(([, handle]) => handle.opaqueId === opaqueId)
    if (!found) throw new Error(`no handle of ${opaqueId}`)
    return found[0]
  }

  private take(socket: WebSocket, text: string): void {
    const message = JSON.parse(text) as Message
    this.requests.push(message)
    const { transaction } = message
    if (typeof transaction !== 'string' || this.transactions.has(transaction)) this.faults.push('a transaction again')
    this.transactions.add(transaction)
    const body = message.body as Message | undefined
    const kind = String(body?.request ?? message.janus)
    if (this.spoilt.has(kind)) {
      const answer = this.spoilt.get(kind)
      if (answer !== undefined) socket.send(answer)
      return
    }
    for (const answer of this.answers(socket, message, kind)) socket.send(JSON.stringify({ transaction, ...answer }))
  }

  private answers(socket: WebSocket, message: Message, kind: string): Message[] {
    const error = (code: number, reason: string) => [{ janus: 'error', error: { code, reason } }]
    if (message.janus === 'info') return [{ janus: 'server_info', version_string: '1.1.2', plugins: this.plugins }]
    const body = message.body as Message | undefined
    if (message.apisecret !== this.apiSecret) return error(403, 'Unauthorized request')
    if (message.janus === 'create') {
      const id = this.next++
      this.sessions.set(id, socket)
      return [{ janus: 'success', data: { id } }]
    }
    const session = Number(message.session_id)
    if (!this.sessions.has(session)) return error(458, 'No such session')
    if (message.janus === 'claim') {
      this.sessions.set(session, socket)
      return [{ janus: 'success' }]
    }
    if (message.janus === 'keepalive') return [{ janus: 'ack' }]
    if (message.janus === 'destroy') {
      this.sessions.delete(session)
      return [{ janus: 'success' }]
    }
    if (message.janus === 'attach') {
      if (message.plugin !== 'janus.plugin.videoroom') return error(460, 'No such plugin')
      const id = this.next++
      const opaqueId = String(message.opaque_id)
      this.handles.set(id, { session, opaqueId, role: 'none', room: undefined, feed: undefined })
      return [{ janus: 'success', data: { id } }]
    }
    const id = Number(message.handle_id)
    const handle = this.handles.get(id)
    if (!handle) return error(459, 'No such handle')
    if (message.janus === 'detach') {
      this.leave(id, handle)
      this.handles.delete(id)
      return [{ janus: 'success' }]
    }
    if (message.janus !== 'message' || !body) {
      this.faults.push(`what is ${String(message.janus)}?`)
      return error(457, 'Unknown request')
    }
    const [data, jsep] = this.perform(id, handle, body, message.jsep as Message | undefined)
    const isLater = ['join', 'configure', 'start'].includes(kind)
    const plugindata = { plugin: 'janus.plugin.videoroom', data }
    const answer = { janus: isLater ? 'event' : 'success', sender: id, plugindata, ...(jsep ? { jsep } : {}) }
    return isLater ? [{ janus: 'ack' }, answer] : [answer]
  }

  private perform(id: number, handle: Handle, body: Message, jsep: Message | undefined): [Message, Message?] {
    if (body.request === 'list') {
      if (body.admin_key !== this.adminKey) return [refusal(433, 'Unauthorized (wrong admin_key)')]
      return [{ videoroom: 'success', list: [...this.rooms.keys()].map((room) => ({ room })) }]
    }
    if (body.request === 'create') return [this.create(body)]
    if (body.request === 'start') {
      if (handle.role !== 'subscriber' || jsep?.type !== 'answer') this.faults.push('a start out of order')
      return [{ videoroom: 'event', started: 'ok' }]
    }
    const name = String(body.room ?? handle.room)
    const room = this.rooms.get(name)
    if (!room) return [refusal(426, `No such room (${name})`)]
    if (body.request === 'join') return this.join(id, handle, name, room, body)
    if (body.request === 'configure') return this.configure(id, handle, room, body, jsep)
    if (body.secret !== room.secret) return [refusal(433, 'Unauthorized (wrong secret)')]
    if (body.request === 'destroy') {
      this.broadcast(room, { videoroom: 'destroyed', room: name })
      this.rooms.delete(name)
      return [{ videoroom: 'destroyed', room: name }]
    }
    const person = room.people.get(String(body.id))
    if (!person) return [refusal(428, 'No such user')]
    if (body.request === 'kick') {
      const kicked = this.handles.get(person.handle)
      if (kicked) this.leave(person.handle, kicked)
      this.say(person.handle, { janus: 'hangup', reason: 'Kicked' })
      return [{ videoroom: 'success' }]
    }
    const stream = person.streams?.find(({ mid }) => mid === body.mid)
    if (body.request !== 'moderate' || !stream) return [refusal(423, 'Unknown request')]
    Object.assign(stream, { moderated: body.mute })
    const moderation = body.mute === true ? 'muted' : 'unmuted'
    this.broadcast(room, { videoroom: 'event', room: name, id: body.id, mid: body.mid, moderation })
    return [{ videoroom: 'success' }]
  }

  private create(body: Message): Message {
    const name = String(body.room)
    if (body.admin_key !== this.adminKey) return refusal(433, 'Unauthorized (wrong admin_key)')
    if (this.rooms.has(name)) return refusal(427, `Room ${name} already exists`)
    for (const needed of ['secret', 'pin', 'is_private', 'lock_record', 'notify_joining', 'publishers'])
      if (!body[needed]) this.faults.push(`a room without ${needed}`)
    this.rooms.set(name, {
      ...{ secret: String(body.secret), pin: String(body.pin), publishers: Number(body.publishers) },
      ...{ created: body, people: new Map() },
    })
    return { videoroom: 'created', room: name }
  }

  private join(id: number, handle: Handle, name: string, room: Room, body: Message): [Message, Message?] {
    if (body.pin !== room.pin) return [refusal(433, 'Unauthorized (wrong pin)')]
    if (handle.role !== 'none') return [refusal(425, 'Already in as a publisher on this handle')]
    handle.room = name
    if (body.ptype === 'subscriber') {
      const feeds = (body.streams as Message[]).map(({ feed }) => String(feed))
      const missing = feeds.find((feed) => !room.people.get(feed)?.streams)
      if (missing !== undefined) return [refusal(428, `No such feed (${missing})`)]
      handle.role = 'subscriber'
      return [
        { videoroom: 'attached', room: name },
        { type: 'offer', sdp: `v=0 ${feeds.join(' ')}` },
      ]
    }
    const feed = String(body.id)
    if (room.people.has(feed)) return [refusal(436, `User ID ${feed} already exists`)]
    const before = [...room.people].map(([one, { streams }]) => ({ id: one, streams }))
    room.people.set(feed, { handle: id, streams: undefined })
    Object.assign(handle, { role: 'publisher', feed })
    const publishers = before.filter(({ streams }) => streams)
    const attendees = before.filter(({ streams }) => !streams).map((one) => ({ id: one.id }))
    return [{ videoroom: 'joined', room: name, id: feed, publishers, attendees }]
  }

  private configure(
    id: number,
    handle: Handle,
    room: Room,
    body: Message,
    jsep: Message | undefined,
  ): [Message, Message?] {
    const person = handle.feed === undefined ? undefined : room.people.get(handle.feed)
    if (!person) return [refusal(424, 'Not in the room')]
    if (body.record !== undefined && body.secret !== room.secret) return [refusal(433, 'Unauthorized (wrong secret)')]
    if (jsep?.type !== 'offer' || !String(jsep.sdp).startsWith('v=0')) return [refusal(437, 'Error parsing offer')]
    const sending = [...room.people.values()].filter(({ streams }) => streams).length
    if (sending >= room.publishers) return [refusal(432, 'Maximum number of publishers already reached')]
    person.streams = [
      { type: 'audio', mid: '0', mindex: 0 },
      { type: 'video', mid: '1', mindex: 1 },
    ]
    const publishers = [{ id: handle.feed, streams: person.streams }]
    this.broadcast(room, { videoroom: 'event', publishers }, id)
    return [
      { videoroom: 'event', configured: 'ok' },
      { type: 'answer', sdp: 'v=0' },
    ]
  }

  private broadcast(room: Room, data: Message, except?: number): void {
    const plugindata = { plugin: 'janus.plugin.videoroom', data }
    for (const { handle } of room.people.values())
      if (handle !== except) this.say(handle, { janus: 'event', plugindata })
  }

  private leave(id: number, handle: Handle): void {
    const room = handle.room === undefined ? undefined : this.rooms.get(handle.room)
    if (!room || handle.feed === undefined || room.people.get(handle.feed)?.handle !== id) return
    room.people.delete(handle.feed)
    this.broadcast(room, { videoroom: 'event', room: handle.room, leaving: handle.feed })
  }
}
