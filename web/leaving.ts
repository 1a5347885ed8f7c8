/**
 * The browser's own buttons, heard before the router hears them: a window calls its listeners in their order, whatever phase they
 * ask for, and the router has left the screen when the next one is called. `main.tsx` loads this first.
 */
type Gone = (event: PopStateEvent) => void

let asked: Gone | undefined

/** Who is asked when the browser goes back or forward; nobody, once a screen has nothing to lose. */
export function askBeforeGone(ask: Gone | undefined): void {
  asked = ask
}

if (typeof window !== 'undefined') window.addEventListener('popstate', (event) => asked?.(event))
