import type { Editor } from '@tiptap/react'
import { useRef } from 'react'
import { files } from '#modules/platform/files/contract.ts'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import { useAction } from '#web/ui/use-action.ts'
import { ToolButton } from './ToolButton.tsx'

const kinds = {
  picture: { node: 'image', field: 'rich-image', icon: 'image', accept: '.jpg,.jpeg,.png,.gif,.bmp' },
  audio: { node: 'audio', field: 'audio', icon: 'audio', accept: '.mp3,.m4a,.wav,.ogg,.flac,.aac' },
  video: { node: 'video', field: 'video', icon: 'video', accept: '.mp4,.m4v,.webm' },
} as const

/** Uploads a file and puts it where the cursor is. Its name is what those hear who do not see it. */
export function MediaTool({ editor, kind }: { editor: Editor; kind: keyof typeof kinds }) {
  const t = useText('catalog')
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useAction()
  const { node, field, icon, accept } = kinds[kind]
  const insert = (file: File | undefined) => {
    if (!file) return
    return run(async () => {
      const fields = { kind: field, audience: 'company' }
      const { path } = await upload(files.uploadFile, { file, fileName: file.name, fields })
      const name = file.name.replace(/\.\w+$/, '')
      const attrs = { src: pictureUrl(path), ...(kind === 'picture' ? { alt: name } : { title: name }) }
      editor.chain().focus().insertContent({ type: node, attrs }).run()
    })
  }
  return (
    <>
      <ToolButton label={t(busy ? 'editor.uploading' : `editor.${kind}`)} onClick={() => input.current?.click()}>
        <Icon name={busy ? 'refresh' : icon} size={16} />
      </ToolButton>
      <input
        ref={input}
        type="file"
        className="sy-visually-hidden"
        tabIndex={-1}
        aria-label={t(`editor.${kind}`)}
        accept={accept}
        onChange={(event) => {
          void insert(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </>
  )
}
