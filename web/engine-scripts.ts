/**
 * The scripts of external engines, before the screens of the personal center and of branches (SHELL-039 to SHELL-041). They come
 * from the product itself, so that an installation without internet has them.
 */
import './engine-scripts.css'

const ADDRESS = '/vue/engines/engines.js'

/** A bar on top of the screen while they are on their way. */
function showBar(): () => void {
  const bar = document.createElement('div')
  bar.className = 'sy-loading-bar'
  bar.setAttribute('role', 'progressbar')
  document.body.append(bar)
  return () => bar.remove()
}

/** The browser has them, or is fetching them for an earlier screen. */
const isPresent = () => document.querySelector(`script[src="${ADDRESS}"]`) !== null

let loading: Promise<void> | undefined

export function loadEngineScripts(): Promise<void> {
  if (isPresent()) return loading ?? Promise.resolve()
  const hideBar = showBar()
  const script = document.createElement('script')
  script.src = ADDRESS
  loading = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve()
    // The next screen asks again.
    script.onerror = () => {
      script.remove()
      reject(new Error('the scripts of the engines did not load'))
    }
  }).finally(() => {
    hideBar()
    loading = undefined
  })
  document.head.append(script)
  return loading
}
