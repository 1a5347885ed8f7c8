/** The door of pictures for the shell: the administrators' page; and the picker for other modules' screens. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { managesPictures } from './contract/access.ts'
import type { PicturePickerProps } from './web/picker/PicturePicker.tsx'

const LazyPicturePicker = part(() => import('./web/picker/PicturePicker.tsx'), ['pictures'])

/**
 * A dialog that chooses a cover from the picture library or from the own device, cuts it to 16:9, and uploads it for the
 * company; `onChosen` receives the stored file.
 */
export function PicturePicker(props: PicturePickerProps) {
  return (
    <Suspense fallback={null}>
      <LazyPicturePicker {...props} />
    </Suspense>
  )
}

export const picturesWeb: WebModule = {
  name: 'pictures',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/manage/pictures',
      title: { cn: '图片素材', en: 'Picture library' },
      screen: () => import('./web/admin/PicturesPage.tsx'),
      layout: 'admin',
      access: managesPictures,
    },
  ],
  menu: [
    {
      area: 'admin',
      group: 'community',
      order: 40,
      title: { cn: '图片素材', en: 'Picture library' },
      icon: 'image',
      path: '/manage/pictures',
      access: managesPictures,
    },
  ],
}
