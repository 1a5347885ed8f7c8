/** Runs every kind of call while something is wrong, and says what each answered, how long it took, and when it was well again. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Kind, Said } from './kinds.ts'

export interface Fault {
  readonly name: string
  begin(): Promise<void> | void
  end(): Promise<void> | void
}

export interface Row {
  readonly fault: string
  readonly kind: string
  /** Every different answer during the fault. */
  readonly answers: readonly string[]
  readonly slowestMs: number
  /** As `Answered.ownMs`. */
  readonly slowestOwnMs: number
  /** From the end of the fault to the first answer as usual. */
  readonly recoveredMs: number
}

export interface Load {
  /** How many callers of each kind there are at a time. */
  readonly callers: number
  /** How long they call; twice at least, unless alone. */
  readonly ms: number
}

const recoverMsMax = 120_000

async function callAll(kind: Kind, { callers, ms }: Load): Promise<Said[]> {
  const said: Said[] = []
  const until = performance.now() + ms
  const callsMin = kind.isAlone ? 1 : 2
  const caller = async () => {
    for (let calls = 0; calls < callsMin || performance.now() < until; calls += 1) {
      said.push(await kind.call())
      // What is refused at once would otherwise be asked thousands of times.
      await wait(50)
    }
  }
  await Promise.all(Array.from({ length: kind.isAlone ? 1 : callers }, caller))
  return said
}

async function recover(kind: Kind): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const ms = performance.now() - startedAt
    const said = await kind.call()
    if (kind.isFine(said)) return ms
    if (ms > recoverMsMax) throw new Error(`${kind.name} still answers ${said.text}`)
    await wait(50)
  }
}

/** One fault: the answers of all kinds during it, and their way back. */
export async function endure(fault: Fault, kinds: readonly Kind[], load: Load): Promise<Row[]> {
  await fault.begin()
  const during = await Promise.all(kinds.map((kind) => callAll(kind, load)))
  await fault.end()
  const recovered = await Promise.all(kinds.map(recover))
  return kinds.map((kind, at) => {
    const said = during[at] ?? []
    return {
      fault: fault.name,
      kind: kind.name,
      answers: [...new Set(said.map(({ text }) => text))].sort(),
      slowestMs: Math.max(...said.map(({ ms }) => ms)),
      slowestOwnMs: Math.max(...said.map(({ ms, ownMs = ms }) => ownMs)),
      recoveredMs: recovered[at] ?? 0,
    }
  })
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** The table as text: a line for each fault, with what each kind answered, its slowest answer, and how long it took to recover. */
export function tableText(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    ['', row.fault, row.kind, row.answers.join(', '), seconds(row.slowestMs), seconds(row.recoveredMs), '']
      .join(' | ')
      .trim(),
  )
  return ['| fault | call | answers | slowest, s | recovered, s |', '| --- | --- | --- | --- | --- |', ...lines].join(
    '\n',
  )
}
