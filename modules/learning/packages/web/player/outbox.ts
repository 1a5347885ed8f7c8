/**
 * What goes to the server: one commit at a time, each with the next number, repeated until it has arrived. The site,
 * which outlives the player, also receives what has not arrived.
 */
import { tell } from './bridge.ts'
import type { PlayerCommit } from './shapes.ts'

const heartbeatMs = 60_000
const tickMs = 5000
const retryMsMax = 30_000
/** While a result waits for its time, the server hears more often that the player is open. */
const waitingHeartbeatMs = 15_000

/** In milliseconds; null where nothing has to wait. */
interface Credibility {
  /** How long the package has to be open until its result counts. */
  readonly waitsMs: number | null
  /** The same, also where there is no result yet. */
  readonly missingMs: number | null
}

type Cmi = Readonly<Record<string, unknown>>

export class Outbox {
  readonly #base: string
  readonly #stopped: (why: 'superseded' | 'ended') => void
  /** The newest data of each unit that is not on its way yet. */
  readonly #waiting = new Map<string | null, Cmi>()
  #sending: PlayerCommit | undefined
  #describe: (() => PlayerCommit['sequencing']) | undefined
  #sequence = 0
  #activeMs = 0
  #mark = performance.now()
  #isOver = false
  /** The page is closing, so new requests would not finish. */
  #isLeaving = false
  #failures = 0
  #nextWord: ReturnType<typeof setTimeout> | undefined
  #isWaiting = false

  constructor(base: string, stopped: (why: 'superseded' | 'ended') => void) {
    this.#base = base
    this.#stopped = stopped
    setInterval(() => this.#tick(), tickMs)
    setInterval(() => this.push(null, {}), heartbeatMs)
    document.addEventListener('visibilitychange', () => this.#tick())
    window.addEventListener('pagehide', () => this.#leave())
    window.addEventListener('pageshow', () => this.#comeBack())
    window.addEventListener('online', () => void this.#send())
  }

  /** Only time in which the page was visible, and the machine awake, is time of learning. */
  #tick(): void {
    const now = performance.now()
    if (document.visibilityState === 'visible') this.#activeMs += Math.min(now - this.#mark, 2 * tickMs)
    this.#mark = now
  }

  /** What is sent along with everything. */
  describe(describe: () => PlayerCommit['sequencing']): void {
    this.#describe = describe
  }

  push(unitId: string | null, cmi: Cmi): void {
    if (this.#isOver) return
    this.#waiting.set(unitId, cmi)
    // Content ends its session during the unload of its own page, after ours.
    if (this.#isLeaving) this.#leave()
    else void this.#send()
  }

  /** The server has said that a result waits, or that none does: it hears at once that the player is open. */
  look(waitsMs: number | null): void {
    const isNew = waitsMs !== null && !this.#isWaiting
    if (isNew || waitsMs === null) this.#showWaiting(waitsMs)
    if (isNew) this.push(null, {})
  }

  #showWaiting(ms: number | null): void {
    const hasWaited = this.#isWaiting
    this.#isWaiting = ms !== null
    tell({ kind: 'shuyuan.package.waits', ms })
    if (ms === null && hasWaited) tell({ kind: 'shuyuan.package.progress' })
  }

  /**
   * How long the package has to be open until a result counts, after what we have just said. What counts is the server's
   * own clock from one word of ours to the next: so it hears from us again when the time has passed.
   */
  #speakAgain({ waitsMs, missingMs }: Credibility): void {
    this.#showWaiting(waitsMs)
    clearTimeout(this.#nextWord)
    const everyMs = waitsMs === null ? heartbeatMs : waitingHeartbeatMs
    if (missingMs !== null) this.#nextWord = setTimeout(() => this.push(null, {}), Math.min(missingMs + 50, everyMs))
  }

  #next(): PlayerCommit | undefined {
    // Data of a unit first: they carry the time as well.
    const unitId = [...this.#waiting.keys()].find((key) => key !== null) ?? null
    const cmi = this.#waiting.get(unitId)
    if (!cmi) return undefined
    this.#waiting.delete(unitId)
    if (unitId !== null) this.#waiting.delete(null)
    this.#tick()
    this.#sequence += 1
    const sequencing = this.#describe?.()
    const activeMs = Math.round(this.#activeMs)
    return { sequence: this.#sequence, activeMs, unitId, cmi, ...(sequencing && { sequencing }) }
  }

  async #send(): Promise<void> {
    if (this.#sending || this.#isOver) return
    for (;;) {
      const commit = this.#next()
      if (!commit) break
      this.#sending = commit
      await this.#deliver(commit)
      this.#sending = undefined
      if (this.#isOver) return
    }
    tell({ kind: 'shuyuan.package.pending', commit: null })
  }

  async #deliver(commit: PlayerCommit): Promise<void> {
    while (!this.#isOver) {
      const { status, credibility } = await this.#post(commit)
      if (status === 409) return this.#stop('superseded')
      if (status === 410) {
        // The opening has ended, but not what was learned in it: the site brings it as the member.
        tell({ kind: 'shuyuan.package.pending', commit })
        return this.#stop('ended')
      }
      // Anything else that the server says of it will not change by being said again.
      if (status !== undefined && status < 500) {
        this.#failures = 0
        if (credibility) this.#speakAgain(credibility)
        if (commit.unitId !== null) tell({ kind: 'shuyuan.package.progress' })
        return
      }
      tell({ kind: 'shuyuan.package.pending', commit })
      this.#failures += 1
      await this.#pause(Math.min(retryMsMax, 500 * 2 ** this.#failures))
    }
  }

  /** Shorter where the browser says that it is online again. */
  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      const again = () => {
        clearTimeout(timer)
        resolve()
      }
      window.addEventListener('online', again, { once: true })
    })
  }

  /** Without a status it did not get through. */
  async #post(commit: PlayerCommit): Promise<{ status?: number; credibility?: Credibility }> {
    try {
      const body = JSON.stringify(commit)
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${this.#base}~/commit`, { method: 'POST', headers, body })
      const { status } = answer
      if (!answer.ok) return { status }
      const { isRepeat, ...credibility } = (await answer.json()) as Credibility & { readonly isRepeat: boolean }
      return isRepeat ? { status } : { status, credibility }
    } catch {
      return {}
    }
  }

  #stop(why: 'superseded' | 'ended'): void {
    this.#isOver = true
    clearTimeout(this.#nextWord)
    this.#showWaiting(null)
    this.#stopped(why)
  }

  /** The page goes: what is still here is handed to the browser, which sends it afterwards, and to the site. */
  #leave(): void {
    this.#isLeaving = true
    if (this.#isOver) return
    if (this.#sending) this.#beacon(this.#sending)
    // While a result waits, the time up to now counts, too.
    if (this.#isWaiting && this.#waiting.size === 0) this.#waiting.set(null, {})
    for (let commit = this.#next(); commit; commit = this.#next()) this.#beacon(commit)
  }

  /** Out of the browser's memory of pages: it goes on where it was. */
  #comeBack(): void {
    this.#isLeaving = false
    void this.#send()
  }

  #beacon(commit: PlayerCommit): void {
    tell({ kind: 'shuyuan.package.pending', commit })
    navigator.sendBeacon(`${this.#base}~/commit`, new Blob([JSON.stringify(commit)], { type: 'application/json' }))
  }
}
