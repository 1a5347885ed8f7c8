/** SCORM: the content looks for its run-time in the windows above it and finds scorm-again's here. */
import type { Scorm12API, Scorm2004API } from 'scorm-again'
import { tell } from './bridge.ts'
import type { Outbox } from './outbox.ts'
import type { OpenedUnit } from './shapes.ts'
import { clear, showFrame } from './stage.ts'

type Version = 'scorm-1.2' | 'scorm-2004'
type Api = Scorm12API | Scorm2004API
type Cmi = Record<string, unknown>

interface RuntimeWindow {
  API?: Api
  API_1484_11?: Api
  Scorm12API?: typeof Scorm12API
  Scorm2004API?: typeof Scorm2004API
}

export const runtime = window as unknown as RuntimeWindow

/** The unit whose data are written; in a sequence another one is put in its place. */
export interface RuntimeUnit {
  unit: OpenedUnit | undefined
}

export async function loadRuntime(version: Version): Promise<void> {
  if (version === 'scorm-1.2' ? runtime.Scorm12API : runtime.Scorm2004API) return
  const script = document.createElement('script')
  script.src = version === 'scorm-1.2' ? '/runtime/scorm12.js' : '/runtime/scorm2004.js'
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    document.head.append(script)
  })
}

/** Where the content's data go: into the outbox, which never fails from where the content stands. */
function collector(outbox: Outbox, current: RuntimeUnit) {
  return {
    processHttpRequest(_url: string, params: unknown, isFinal: boolean) {
      const { cmi = {} } = params as { cmi?: Cmi }
      const { unit } = current
      if (!unit) return { result: 'true', errorCode: 0 }
      const isUnsaid = isFinal && unit.endsCompleted && cmi.completion_status === 'unknown'
      outbox.push(unit.unitId, isUnsaid ? { ...cmi, completion_status: 'completed' } : cmi)
      return { result: 'true', errorCode: 0 }
    },
    updateSettings() {},
  }
}

export function makeSettings(outbox: Outbox, current: RuntimeUnit) {
  return {
    autocommit: true,
    autocommitSeconds: 2,
    lmsCommitUrl: '~/commit',
    dataCommitFormat: 'json',
    sendFullCommit: true,
    httpService: collector(outbox, current),
    logLevel: 'NONE',
    mastery_override: true,
    autoCompleteLessonStatus: true,
    selfReportSessionTime: false,
  } as const
}

function makeApi(version: Version, outbox: Outbox, unit: OpenedUnit): Api {
  const settings = makeSettings(outbox, { unit })
  const { Scorm12API: Api12, Scorm2004API: Api2004 } = runtime
  if (!Api12 && !Api2004) throw new Error('the run-time was not loaded')
  const api = version === 'scorm-1.2' && Api12 ? new Api12(settings) : new (Api2004 as typeof Scorm2004API)(settings)
  if (unit.start && Object.keys(unit.start).length > 0) api.loadFromJSON({ cmi: unit.start }, '')
  return api
}

/** Tells the outbox what the run-time holds, where the content went without a farewell. */
function finish(version: Version, api: Api): void {
  if (!api.isInitialized() || api.isTerminated()) return
  if (version === 'scorm-1.2') (api as Scorm12API).lmsFinish('')
  else (api as Scorm2004API).lmsFinish('')
}

/** Opens the unit, and answers how it is left. */
export async function openScorm(version: Version, unit: OpenedUnit, outbox: Outbox): Promise<() => void> {
  if (unit.isAsset) {
    outbox.push(unit.unitId, {})
    showFrame(unit.url)
    return clear
  }
  await loadRuntime(version)
  const api = makeApi(version, outbox, unit)
  if (version === 'scorm-1.2') runtime.API = api
  else runtime.API_1484_11 = api
  api.on('SequenceExitAll', () => tell({ kind: 'shuyuan.package.exit' }))
  const leave = () => {
    clear()
    finish(version, api)
    delete runtime.API
    delete runtime.API_1484_11
  }
  window.addEventListener('pagehide', () => finish(version, api))
  showFrame(unit.url)
  return leave
}
