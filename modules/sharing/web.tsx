/** Sharing's door for the shell, and the parts that other modules' screens show. */
import { type ComponentType, lazy, Suspense } from 'react'
import { ensureMessages } from '#web/i18n/texts.ts'
import type { WebModule } from '#web/module.ts'
import type { ShareButtonProps } from './web/ShareButton.tsx'

/** A part is loaded, with its texts, when a screen shows it. */
function part<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), ensureMessages(['sharing'])])
    return screen
  })
}

const LazyShareButton = part(() => import('./web/ShareButton.tsx'))

/** A button that opens the share popup, as far as the company's SHARE_CONFIG allows. */
export function ShareButton(props: ShareButtonProps) {
  return (
    <Suspense fallback={null}>
      <LazyShareButton {...props} />
    </Suspense>
  )
}

const share = { title: { cn: '分享', en: 'Shared' }, screen: () => import('./web/share-index/SharePage.tsx') }

export const sharingWeb: WebModule = {
  name: 'sharing',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    { ...share, path: '/share/:id/:type' },
    { ...share, path: '/share/:id/:type/:memberId/:channel' },
  ],
}
