/** A message in a live room: over a socket that stays open, or over the next one where it was lost. */
import { once } from 'node:events'
import type { Agent } from 'node:http'
import WebSocket from 'ws'
import { RequestRefused, RoomClient } from '#modules/live/rooms/server/room.fixture.ts'
import { ask } from './http.ts'
import type { Kind, Said } from './kinds.ts'

interface Place {
  readonly origin: string
  readonly roomId: string
  readonly token: string
}

/** A person may write a few messages in some seconds only. */
const pauseMs = 700
const answerMsMax = 30_000

export function roomKind({ origin, roomId, token }: Place, agent: Agent): Kind & { close(): void } {
  let client: RoomClient | undefined
  const enter = async (): Promise<RoomClient | string> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ device: 'browser' })
    const joined = await ask(origin, agent, { method: 'POST', path: `/api/v1/rooms/${roomId}/join`, headers, body })
    const answer = JSON.parse(joined.body.toString() || '{}') as Record<string, string>
    if (joined.status !== 200) return [joined.status, answer.errorCode].filter(Boolean).join(' ')
    const socket = new WebSocket(`${origin.replace('http', 'ws')}${answer.socketPath}?ticket=${answer.ticket}`)
    const entered = new RoomClient(socket)
    const opened = await Promise.race([
      once(socket, 'open').then(() => 'open'),
      once(socket, 'unexpected-response').then(([, response]) =>
        String((response as { statusCode: number }).statusCode),
      ),
    ]).catch(() => 'none')
    if (opened !== 'open') return opened
    return entered.until('snapshot').then(
      () => entered,
      () => 'closed',
    )
  }
  const say = async (): Promise<string> => {
    if (!client || client.closedWith !== undefined) {
      const entered = await enter()
      if (typeof entered === 'string') return entered
      client = entered
    }
    const limit = new Promise<string>((resolve) => setTimeout(() => resolve('none'), answerMsMax).unref())
    const said = client.request('chat.send', { text: '听得到' }).then(
      () => '200',
      (error: unknown) => (error instanceof RequestRefused ? `refused ${error.code}` : 'closed'),
    )
    return Promise.race([said, limit])
  }
  let turn: Promise<unknown> = Promise.resolve()
  return {
    name: 'room',
    isAlone: true,
    // One socket: its messages go one after another.
    call() {
      const next = turn.then(async (): Promise<Said> => {
        const startedAt = performance.now()
        const text = await say()
        const ms = performance.now() - startedAt
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        return { text, ms }
      })
      turn = next
      return next
    },
    isFine: ({ text }) => text === '200',
    close: () => client?.socket.terminate(),
  }
}
