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
import { currentPath, paths } from './paths.ts'
import { Screens } from './router.tsx'
import { loadScreen } from './screen-loader.ts'
import { whenSignedIn } from './session.ts'
import { shellWeb } from './shell-module.ts'
import { Theme } from './theme/Theme.tsx'
import { Notices } from './ui/Notices.tsx'

const modules = [shellWeb, ...webModules]

/** The chunk of the first screen is asked for along with the texts, not after them. */
function requestFirstScreen(): void {
  const path = getToken() ? currentPath().replace(/\?.*$/, '') : paths.signIn
  const routes = modules.flatMap((module) => module.routes)
  const first = routes.find((route) => matchPath(route.path, path === '/' ? paths.home : path))
  if (!first) return
  const module = modules.find((one) => one.routes.includes(first))
  // A failure is dealt with where the screen is shown.
  if (module) loadScreen(first, module, modules).catch(() => undefined)
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
  const texts = startTexts([shellWeb.name])
  requestFirstScreen()
  await texts
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Theme>
          <HashRouter>
            <Screens modules={modules} />
          </HashRouter>
          <Notices />
        </Theme>
      </QueryClientProvider>
    </StrictMode>,
  )
  // Not needed to show the first screen, but needed when the network is gone later.
  await ensureMessages(['kit'])
}

void start()
