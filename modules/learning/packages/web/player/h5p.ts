/** H5P: the standalone player shows the content; its statements go to the server as they are said. */
import { tell } from './bridge.ts'
import type { OpenedUnit } from './shapes.ts'
import { clear, showElement } from './stage.ts'

interface H5pEvent {
  readonly data: { readonly statement: Readonly<Record<string, unknown>> }
}

interface H5pWindow {
  H5PStandalone?: { H5P: new (element: HTMLElement, options: object) => Promise<void> }
  H5P?: {
    externalDispatcher: { on(type: 'xAPI', listener: (event: H5pEvent) => void): void }
    instances?: { getCurrentState?: () => unknown }[]
  }
}

const h5p = window as unknown as H5pWindow
const stateEveryMs = 10_000
const retryMsMax = 30_000

async function loadLibrary(): Promise<void> {
  if (h5p.H5PStandalone) return
  const script = document.createElement('script')
  script.src = '/runtime/h5p/main.bundle.js'
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    document.head.append(script)
  })
}

/** Until it has arrived, or the server has said that it never will. */
async function deliver(url: string, body: string): Promise<void> {
  for (let pauseMs = 500; ; pauseMs = Math.min(retryMsMax, pauseMs * 2)) {
    const status = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      (answer) => answer.status,
      () => undefined,
    )
    if (status !== undefined && status < 500) return tell({ kind: 'shuyuan.package.progress' })
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** The content itself runs in a frame of the library. */
function stateOf(): string | undefined {
  const inFrame = document.querySelector<HTMLIFrameElement>('iframe.h5p-iframe')?.contentWindow as H5pWindow | null
  const instance = (inFrame?.H5P ?? h5p.H5P)?.instances?.[0]
  const state = instance?.getCurrentState?.()
  return state === undefined ? undefined : JSON.stringify(state)
}

function keepStates(base: string): () => void {
  let sent: string | undefined
  const body = (): string | undefined => {
    const state = stateOf()
    if (state === undefined || state === sent) return undefined
    sent = state
    return JSON.stringify({ data: state })
  }
  const keep = () => {
    const next = body()
    if (next !== undefined) void deliver(`${base}~/state`, next)
  }
  const timer = setInterval(keep, stateEveryMs)
  window.addEventListener('pagehide', () => {
    const last = body()
    if (last !== undefined) navigator.sendBeacon(`${base}~/state`, new Blob([last], { type: 'application/json' }))
  })
  return () => {
    clearInterval(timer)
    keep()
  }
}

export async function openH5p(base: string, unit: OpenedUnit): Promise<() => void> {
  await loadLibrary()
  const place = document.createElement('div')
  showElement(place)
  const { H5PStandalone } = h5p
  if (!H5PStandalone) throw new Error('the player was not loaded')
  await new H5PStandalone.H5P(place, {
    h5pJsonPath: unit.url,
    frameJs: '/runtime/h5p/frame.bundle.js',
    frameCss: '/runtime/h5p/styles/h5p.css',
    frame: false,
    ...(unit.state != null && { contentUserData: [{ state: unit.state }], saveFreq: 3600 }),
  })
  h5p.H5P?.externalDispatcher.on('xAPI', ({ data }) => {
    void deliver(`${base}~/statement`, JSON.stringify({ id: crypto.randomUUID(), statement: data.statement }))
  })
  const stop = keepStates(base)
  return () => {
    stop()
    clear()
  }
}
