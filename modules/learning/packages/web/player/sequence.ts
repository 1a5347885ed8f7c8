/**
 * SCORM 2004 whose manifest says what may come after what: one run-time for the whole package, whose sequencing (scorm-again's)
 * decides what is shown next. The learner asks (next, previous, a unit of the contents), and so may the content.
 */
import type { Scorm2004API } from 'scorm-again'
import { tell } from './bridge.ts'
import type { Outbox } from './outbox.ts'
import { loadRuntime, makeSettings, type RuntimeUnit, runtime } from './scorm.ts'
import { asSuspended } from './sequence-state.ts'
import type { Activity, Launch, Moves, OpenedUnit, PlayerUnit } from './shapes.ts'
import { clear, say, showFrame } from './stage.ts'

interface Validity {
  readonly continue: boolean
  readonly previous: boolean
  readonly choice: Readonly<Record<string, string>>
  readonly hideLmsUi: readonly string[]
}

interface SequenceCallbacks {
  /** Another unit is shown, or what may be asked for has changed. */
  readonly changed: (unitId: string | null) => void
  readonly open: (unitId: string) => Promise<OpenedUnit>
  readonly failed: () => void
}

/** Whether the activities around it let it be chosen at all. */
function mayChoose(activity: Activity, identifier: string): boolean {
  const { children = [], sequencingControls } = activity
  const child = children.find(({ id }) => id === identifier)
  if (child) return sequencingControls?.choice !== false
  return children.some((one) => mayChoose(one, identifier))
}

export class Sequence {
  readonly #launch: Launch
  readonly #outbox: Outbox
  readonly #callbacks: SequenceCallbacks
  readonly #api: Scorm2004API
  readonly #current: RuntimeUnit = { unit: undefined }
  #validity: Validity | undefined
  /** Deliveries so far: one that was overtaken while it was fetched is not shown. */
  #turn = 0
  /** Something followed from the last request: another unit, or the end. */
  #isAnswered = false

  static async begin(launch: Launch, outbox: Outbox, callbacks: SequenceCallbacks): Promise<Sequence> {
    await loadRuntime('scorm-2004')
    const sequence = new Sequence(launch, outbox, callbacks)
    if (!sequence.#start()) throw new Error('the sequencing let nothing begin')
    return sequence
  }

  private constructor(launch: Launch, outbox: Outbox, callbacks: SequenceCallbacks) {
    const { Scorm2004API: Api } = runtime
    if (!Api || !launch.sequencing) throw new Error('the run-time was not loaded')
    this.#launch = launch
    this.#outbox = outbox
    this.#callbacks = callbacks
    this.#api = new Api({
      ...makeSettings(outbox, this.#current),
      sequencing: {
        activityTree: launch.sequencing.tree,
        // What may be asked for next is to be known before the unit is left.
        autoRollupOnCMIChange: true,
        eventListeners: {
          // Out of the content's own call: its frame is taken away only when that has returned.
          onActivityDelivery: ({ id }) => {
            this.#isAnswered = true
            setTimeout(() => void this.#deliver(id).catch(callbacks.failed))
          },
          onNavigationValidityUpdate: (validity) => this.#learnValidity(validity),
          onSequencingSessionEnd: () => {
            this.#isAnswered = true
            setTimeout(() => this.#end())
          },
        },
      },
    })
    outbox.describe(() => this.#describe())
    // Before the content's own farewell: whatever it says then, the learner goes on from here another day.
    window.addEventListener('pagehide', () => this.#suspend())
  }

  #unitOf(identifier: string): PlayerUnit | undefined {
    return this.#launch.units.find((unit) => unit.identifier === identifier)
  }

  #ask(request: string, target?: string): boolean {
    return this.#api.processNavigationRequest(request, target)
  }

  /** Where the learner stopped; else from the beginning; else with whatever the manifest lets be chosen. */
  #start(): boolean {
    const state = this.#launch.sequencing?.state ?? null
    const isKept = state !== null && this.#api.deserializeSequencingState(asSuspended(state))
    if ((isKept && this.#ask('resumeAll')) || this.#ask('start')) return true
    const { units, startUnitId } = this.#launch
    const wished = [...units].sort((a, b) => Number(b.id === startUnitId) - Number(a.id === startUnitId))
    return wished.some(({ isLaunchable, identifier }) => isLaunchable && this.#ask('choice', identifier))
  }

  #learnValidity(validity: Validity): void {
    this.#validity = validity
    this.#callbacks.changed(this.#current.unit?.unitId ?? null)
  }

  async #deliver(identifier: string): Promise<void> {
    const { id } = this.#unitOf(identifier) ?? {}
    this.#turn += 1
    const turn = this.#turn
    clear()
    // A unit without a page of its own has nothing to show.
    if (id === undefined) return
    const unit = await this.#callbacks.open(id)
    if (turn !== this.#turn) return
    this.#api.reset()
    if (unit.start && Object.keys(unit.start).length > 0) this.#api.loadFromJSON({ cmi: unit.start }, '')
    this.#current.unit = unit
    runtime.API_1484_11 = this.#api
    this.#outbox.push(null, {})
    if (unit.isAsset) this.#outbox.push(unit.unitId, {})
    showFrame(unit.url)
    this.#callbacks.changed(unit.unitId)
  }

  #end(): void {
    this.#turn += 1
    clear()
    this.#current.unit = undefined
    this.#validity = undefined
    this.#outbox.push(null, {})
    say('finished')
    this.#callbacks.changed(null)
    tell({ kind: 'shuyuan.package.exit' })
  }

  /** With a request that is carried out when the unit ends: by its own farewell, or by ours where it says none. */
  #leaveWith(request: string, target?: string): void {
    if (!this.#api.isInitialized() || this.#api.isTerminated()) {
      this.#ask(request, target)
      return
    }
    this.#api.adl.nav.request = target === undefined ? request : `{target=${target}}${request}`
    clear()
    if (!this.#api.isTerminated()) this.#api.lmsFinish('')
  }

  /** Leaves the unit for what is asked for; where the rules refuse it at its end, the learner stays where they were. */
  #go(...requests: readonly (readonly [request: string, target?: string])[]): void {
    const { unit } = this.#current
    this.#isAnswered = false
    for (const [request, target] of requests) this.#leaveWith(request, target)
    if (unit && !this.#isAnswered) this.#stay(unit)
  }

  #stay(unit: OpenedUnit): void {
    const { identifier = '' } = this.#launch.units.find(({ id }) => id === unit.unitId) ?? {}
    if (this.#ask('choice', identifier)) return
    // Nothing can be chosen: the sequence starts again with all its results.
    this.#ask('exitAll')
    this.#ask('start')
  }

  #suspend(): void {
    if (!this.#current.unit) return
    this.#leaveWith('suspendAll')
    this.#current.unit = undefined
    this.#outbox.push(null, {})
  }

  move(to: 'next' | 'previous'): void {
    if (this.#moves()[to]) this.#go([to === 'next' ? 'continue' : 'previous'])
  }

  choose(unitId: string): void {
    const unit = this.#launch.units.find(({ id }) => id === unitId)
    if (!unit || this.isClosed(unit) || unitId === this.#current.unit?.unitId) return
    const isOpen = this.#validity?.choice[unit.identifier] === 'true'
    const choice = ['choice', unit.identifier] as const
    // Whether it may be chosen is decided by the end of this one.
    if (this.#current.unit) this.#go(...(isOpen ? [choice] : [['exit'] as const, choice]))
    else if (!this.#ask('choice', unit.identifier)) this.#ask('start')
  }

  #moves(): Moves {
    const { continue: isNext = false, previous = false, hideLmsUi = [] } = this.#validity ?? {}
    return {
      next: isNext && !hideLmsUi.includes('continue'),
      previous: previous && !hideLmsUi.includes('previous'),
    }
  }

  /** What the site shows of it. */
  get moves(): Moves {
    return this.#moves()
  }

  /** The unit that runs may yet open others by its end: closed is what nothing can open. */
  isClosed({ identifier }: Pick<PlayerUnit, 'identifier'>): boolean {
    if (this.#validity === undefined || this.#validity.choice[identifier] === 'true') return false
    return !(this.#current.unit && this.#launch.sequencing && mayChoose(this.#launch.sequencing.tree, identifier))
  }

  /** Where the learner stands, and what the whole has come to. */
  #describe() {
    const whole = this.#api.getActivityTrackingData(this.#launch.sequencing?.tree.id ?? '')
    const { completionStatus, successStatus, score = null } = whole ?? {}
    return {
      state: this.#api.serializeSequencingState(),
      completed: completionStatus === 'completed',
      passed: successStatus === 'passed' ? true : successStatus === 'failed' ? false : null,
      scorePercent: score === null ? null : Math.max(0, Math.min(100, score * 100)),
    }
  }
}
