/** The browser's entry. */
import './theme/base.css'
import './ui/ui.css'
import './layout/layout.css'
import './leaving.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HashRouter, matchPath } from 'react-router'
import { queryClient } from './api/query.ts'
import { askTogetherAtStart } from './api/together.ts'
import { getToken } from './api/token.ts'
import { ensureMessages, registerMessages, startTexts } from './i18n/texts.ts'
import { startMember } from './member.ts'
import { webModules } from './modules.ts'
import { firstPart, tableOf } from './part-of.ts'
import { currentPath, paths } from './paths.ts'
import { Screens } from './router.tsx'
import { loadScreen } from './screen-loader.ts'
import { whenSignedIn } from './session.ts'
import { shellWeb } from './shell-module.ts'
import { getModules, loadTable, startTables } from './tables.ts'
import { Theme } from './theme/Theme.tsx'
import { Notices } from './ui/Notices.tsx'

/** By then a first visit has what it shows: the service worker and the watch for newer builds are in nobody's way. */
const QUIET_MS = 10_000

const modules = [shellWeb, ...webModules].map(firstPart)

function placeOf(path: string) {
  const modules = getModules()
  for (const module of modules) {
    const route = module.routes.find((one) => matchPath(one.path, path))
    if (route) return { route, module, modules }
  }
  return undefined
}

/** The chunk of the first screen is asked for along with the texts, not after them; before it the table that names it. */
async function requestFirstScreen(): Promise<void> {
  const address = currentPath().replace(/\?.*$/, '')
  const path = address === '/' ? paths.home : address
  await loadTable(tableOf(path))
  const asked = placeOf(path)
  const first = getToken() || asked?.route.access === 'public' ? asked : placeOf(paths.signIn)
  if (first) await loadScreen(first.route, first.module, first.modules)
}

async function start(): Promise<void> {
  askTogetherAtStart()
  for (const module of modules) {
    registerMessages(module.name, module.messages)
    if (module.whenSignedIn) whenSignedIn(module.whenSignedIn)
  }
  registerMessages('kit', (language) =>
    language === 'cn' ? import('#kit/messages/cn.json') : import('#kit/messages/en.json'),
  )
  if (getToken()) startMember()
  startTables(modules, {
    admin: async () => (await import('./later/admin-screens.ts')).adminScreens,
    rest: async () => (await import('./later/rest-screens.ts')).restScreens,
  })
  const texts = startTexts([shellWeb.name])
  // Without its table the first picture would have the wrong frame. A failure is dealt with where the screen is shown.
  requestFirstScreen().catch(() => undefined)
  await Promise.all([texts, loadTable(tableOf(currentPath())).catch(() => undefined)])
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Theme>
          <HashRouter>
            <Screens />
          </HashRouter>
          <Notices />
        </Theme>
      </QueryClientProvider>
    </StrictMode>,
  )
  // Not needed to show the first screen, but needed when the network is gone later.
  await ensureMessages(['kit'])
  setTimeout(
    () => void import('./release/start.tsx').then((release) => release.startRelease()).catch(() => undefined),
    QUIET_MS,
  )
}

void start()
