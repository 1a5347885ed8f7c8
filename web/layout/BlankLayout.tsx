import { useRef } from 'react'
import { Outlet } from 'react-router'
import { useScreenFocus } from './use-screen-focus.ts'

/** Nothing but the screen: for signing in, and for screens that fill the window. */
export function BlankLayout() {
  const main = useRef<HTMLElement>(null)
  useScreenFocus(main)
  return (
    <main id="main" className="sy-blank" tabIndex={-1} ref={main}>
      <Outlet />
    </main>
  )
}
