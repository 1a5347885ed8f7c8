import type { Editor } from '@tiptap/react'
import { Modal, Progress } from 'antd'
import { useRef, useState } from 'react'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { catalog, type ImportedArticle } from '../../../contract.ts'

/** Takes the text of a Word document into the article, at the cursor. */
export function WordImport({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useText('catalog')
  const [share, setShare] = useState<number>()
  const { busy, run } = useAction()
  const stop = useRef(new AbortController())
  const take = (file: File | undefined) => {
    if (!file) return
    stop.current = new AbortController()
    setShare(0)
    return run(async () => {
      const options = { onProgress: setShare, signal: stop.current.signal }
      const found = (await upload(catalog.importArticle, { file, fileName: file.name }, options)) as ImportedArticle
      editor.chain().focus().insertContent(found.html).run()
      if (found.lostCount > 0) notify('info', t('articleEditor.wordLost', { count: found.lostCount }))
      if (found.isCut) notify('info', t('articleEditor.wordCut'))
      onClose()
    })
  }
  return (
    <Modal
      open
      title={t('articleEditor.word')}
      footer={null}
      onCancel={() => {
        stop.current.abort()
        onClose()
      }}
    >
      <p>{t('articleEditor.wordHint')}</p>
      <input
        type="file"
        accept=".docx"
        disabled={busy}
        aria-label={t('articleEditor.wordFile')}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      {busy && share !== undefined && (
        <div role="status">
          <Progress percent={Math.round(share * 100)} aria-label={t('articleEditor.word')} />
          {share === 1 && t('articleEditor.wordReading')}
        </div>
      )}
    </Modal>
  )
}
