/** Sharing's door for the shell, and the parts that other modules' screens show. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import type { QrPictureProps } from './web/QrPicture.tsx'
import type { ShareButtonProps } from './web/ShareButton.tsx'

const LazyShareButton = part(() => import('./web/ShareButton.tsx'), ['sharing'])

/** A button that opens the share popup, if the company's SHARE_CONFIG allows it. */
export function ShareButton(props: ShareButtonProps) {
  return (
    <Suspense fallback={<Place />}>
      <LazyShareButton {...props} />
    </Suspense>
  )
}

/** As large as the button: where it needs a line of its own, it would push down all below when it comes. */
const Place = () => (
  <span className="sy-button sy-button-small" style={{ visibility: 'hidden', width: 92 }} aria-hidden="true" />
)

const LazyQrPicture = part(() => import('./web/QrPicture.tsx'), ['sharing'])

/** A QR code of a text; links are shortened. With `saveAs` it can be saved as a picture of 570 px. */
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
  widgets: {
    published: [{ order: 20, screen: () => import('./web/SharePublished.tsx') }],
  },
}
