/** Sharing's door for the shell, and the parts that other modules' screens show. */
import { type ComponentType, lazy, Suspense } from 'react'
import { ensureMessages } from '#web/i18n/texts.ts'
import type { WebModule } from '#web/module.ts'
import type { QrPictureProps } from './web/QrPicture.tsx'
import type { ShareButtonProps } from './web/ShareButton.tsx'

/** A part is loaded, with its texts, when a screen shows it. */
function part<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), ensureMessages(['sharing'])])
    return screen
  })
}

const LazyShareButton = part(() => import('./web/ShareButton.tsx'))
const LazyQrPicture = part(() => import('./web/QrPicture.tsx'))

/** A button that opens the share popup, as far as the company's SHARE_CONFIG allows. */
export function ShareButton(props: ShareButtonProps) {
  return (
    <Suspense fallback={null}>
      <LazyShareButton {...props} />
    </Suspense>
  )
}

/** A QR code of a link (by its short form) or of any text, 150 px or 200 px, with a button to save it where wanted. */
export function QrPicture(props: QrPictureProps) {
  return (
    <Suspense fallback={null}>
      <LazyQrPicture {...props} />
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
