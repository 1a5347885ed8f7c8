/** One call of each kind, as clients make it: what the table of faults has as its columns. */
import type { Agent } from 'node:http'
import { v7 as uuid } from 'uuid'
import { multipart, picture } from '#modules/platform/files/server/samples.ts'
import { type Answered, type Asked, ask, errorCodeOf, keptConnections } from './http.ts'

export interface Caller {
  readonly origin: string
  readonly token: string
  readonly organizationId: string
}

export interface Said {
  /** `200`, `503 999001`, `none`. */
  readonly text: string
  readonly ms: number
  /** As `Answered.ownMs`. */
  readonly ownMs?: number
}

export interface Kind {
  readonly name: string
  call(): Promise<Said>
  /** One caller is enough: its calls go one after another. */
  readonly isAlone?: true
  /** Whether this is what it says when nothing is wrong. */
  isFine(said: Said): boolean
}

/** What was acknowledged, to be looked for afterwards. */
export interface Acknowledged {
  readonly organizations: string[]
  readonly files: string[]
  readonly submissions: string[]
}

export function saidOf(answered: Answered): Said {
  const code = answered.status >= 400 ? errorCodeOf(answered) : undefined
  const text = answered.status === 0 ? 'none' : [answered.status, code].filter((part) => part !== undefined).join(' ')
  return { text, ms: answered.ms, ownMs: answered.ownMs }
}

const uploadsPath = '/api/v1/system/file/uploads'
const base64 = (text: string) => Buffer.from(text).toString('base64')

export interface Kinds {
  readonly kinds: readonly Kind[]
  readonly acknowledged: Acknowledged
  /** The next number of a name that nobody has. */
  close(): void
}

let names = 0
let addresses = 0

function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

type Send = (asked: Asked) => Promise<Answered>

interface KindOptions {
  readonly fine?: string
  readonly said?: (answered: Answered) => Said
}

/** Makes kinds of calls to one origin, each with connections of its own. */
export function kindMaker(origin: string) {
  const agents: Agent[] = []
  const newAgent = () => {
    const agent = keptConnections()
    agents.push(agent)
    return agent
  }
  return {
    newAgent,
    kind(
      name: string,
      run: (send: Send) => Promise<Answered>,
      { fine = '200', said = saidOf }: KindOptions = {},
    ): Kind {
      const agent = newAgent()
      // Calls from one address are limited; these come from everywhere.
      const send: Send = (asked) =>
        ask(origin, agent, { ...asked, headers: { ...asked.headers, 'x-forwarded-for': newAddress() } })
      return { name, call: async () => said(await run(send)), isFine: ({ text }) => text === fine }
    },
    close() {
      for (const agent of agents) agent.destroy()
    },
  }
}

export async function callKinds({ origin, token, organizationId }: Caller): Promise<Kinds> {
  const acknowledged: Acknowledged = { organizations: [], files: [], submissions: [] }
  const authorization = { authorization: `Bearer ${token}` }
  const bytes = await picture('png', 200, 200)
  const form = multipart({ name: '封面.png', bytes })
  const attachment = multipart({ name: '记录.png', bytes }, { kind: 'attachment' })
  const json = { ...authorization, 'content-type': 'application/json' }
  const tus = { ...authorization, 'tus-resumable': '1.0.0' }
  const { kind, newAgent, close } = kindMaker(origin)
  const uploadFile = {
    method: 'POST',
    path: '/api/v1/human/file/upload',
    headers: { ...authorization, ...form.headers },
  }
  /** Uploads that a fault did not let be removed. */
  const uploadsLeft = new Set<string>()
  const removeOneLeft = async (send: Send) => {
    const [path] = uploadsLeft
    if (path === undefined) return
    const { status } = await send({ method: 'DELETE', path, headers: tus })
    if (status >= 200 && status < 500) uploadsLeft.delete(path)
  }
  const stored = await ask(origin, newAgent(), { ...uploadFile, body: form.payload })
  const file = JSON.parse(stored.body.toString()) as { id: string }
  const kinds: Kind[] = [
    kind('read', (send) => send({ path: '/api/v1/human/member/current', headers: authorization })),
    kind('list', (send) => send({ path: '/api/v1/human/member?page=1&pageSize=10', headers: authorization })),
    kind('write', async (send) => {
      names += 1
      const name = `分院${names}`
      const body = JSON.stringify({ name, parentId: organizationId })
      const answered = await send({ method: 'POST', path: '/api/v1/system/organization', headers: json, body })
      if (answered.status === 200) acknowledged.organizations.push(name)
      return answered
    }),
    kind('upload', async (send) => {
      const answered = await send({ ...uploadFile, body: form.payload })
      if (answered.status === 200) acknowledged.files.push((JSON.parse(answered.body.toString()) as { id: string }).id)
      return answered
    }),
    kind('submission', async (send) => {
      const uploaded = await send({ ...uploadFile, body: attachment.payload })
      if (uploaded.status !== 200) return uploaded
      const { id } = JSON.parse(uploaded.body.toString()) as { id: string }
      const body = JSON.stringify({ text: '已完成', fileIds: [id] })
      const answered = await send({ method: 'POST', path: `/api/v1/drills/${uuid()}/submissions`, headers: json, body })
      if (answered.status === 200)
        acknowledged.submissions.push((JSON.parse(answered.body.toString()) as { id: string }).id)
      return answered
    }),
    kind(
      'tus',
      async (send) => {
        await removeOneLeft(send)
        const metadata = `kind ${base64('image')},filename ${base64('a.png')}`
        const announced = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata }
        const created = await send({ method: 'POST', path: uploadsPath, headers: announced })
        const location = created.headers.location?.split('/').at(-1)
        if (created.status !== 201 || location === undefined) return created
        const path = `${uploadsPath}/${location}`
        const piece = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
        const sent = await send({ method: 'PATCH', path, headers: piece, body: bytes })
        // A member may have few uploads at a time.
        uploadsLeft.add(path)
        await removeOneLeft(send)
        return sent
      },
      { fine: '204' },
    ),
    kind('file', async (send) => {
      const answered = await send({ path: `/api/v1/human/file/${file.id}`, headers: authorization })
      return answered.status === 200 && answered.body.length === 0 ? { ...answered, status: 0 } : answered
    }),
    kind('events', (send) => send({ path: '/api/v1/system/events', headers: authorization })),
    kind(
      'records',
      (send) =>
        send({
          path: '/xapi/statements?limit=1',
          headers: { authorization: `Basic ${base64('nobody:nothing')}`, 'x-experience-api-version': '1.0.3' },
        }),
      { fine: '401' },
    ),
    kind('page', (send) => send({ path: '/' })),
    kind('health', (send) => send({ path: '/health' })),
    kind('status', (send) => send({ path: '/api/v1/system/status', headers: authorization })),
  ]
  return {
    kinds,
    acknowledged,
    close,
  }
}
