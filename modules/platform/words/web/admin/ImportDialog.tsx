import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type ImportReport, words } from '../../contract.ts'

/** The import of words: a dry run first, and the import after a confirmation. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText('words')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<ImportReport>()
  const { busy, run } = useAction()
  const [over, setOver] = useState(false)
  const send = (chosen: File, dryRun: boolean) =>
    run(
      async () => {
        const fields = { dryRun: String(dryRun) }
        const answer = await upload(words.importWords, { file: chosen, fileName: chosen.name, fields })
        setFile(chosen)
        setReport(answer)
        if (!dryRun) {
          notify('success', t('import.done', { added: answer.addedCount, changed: answer.changedCount }))
          onClose()
        }
      },
      { onFailure: () => setReport(undefined) },
    )
  const willDo = (report?.addedCount ?? 0) + (report?.changedCount ?? 0)
  return (
    <Modal
      open
      title={t('import.title')}
      okText={t('import.go', { count: willDo })}
      okButtonProps={{ disabled: !file || willDo === 0, loading: busy && report !== undefined }}
      onOk={() => file && void send(file, false)}
      onCancel={onClose}
    >
      <p className="sy-faint">{t('import.hint')}</p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button inside. */}
      <div
        className="sy-grid sy-gap-2 words-drop"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const dropped = event.dataTransfer.files[0]
          if (dropped) void send(dropped, true)
        }}
      >
        <Icon name="file" size={28} />
        {file ? <strong>{file.name}</strong> : t('import.drop')}
        <Button loading={busy} onClick={() => input.current?.click()}>
          {t(file ? 'import.another' : 'import.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".txt,.csv,.xlsx"
          aria-label={t('import.choose')}
          onChange={(event) => {
            const chosen = event.target.files?.[0]
            event.target.value = ''
            if (chosen) void send(chosen, true)
          }}
        />
      </div>
      {report && <Report report={report} />}
    </Modal>
  )
}

function Report({ report }: { report: ImportReport }) {
  const t = useText('words')
  const figures = [
    ['added', report.addedCount],
    ['changed', report.changedCount],
    ['same', report.sameCount],
    ['wrong', report.problemCount],
  ] as const
  return (
    <section aria-label={t('import.report')} aria-live="polite">
      <Facts
        shape="figures"
        className="words-figures"
        items={figures.map(([name, count]) => [t(`import.${name}`), count])}
      />
      {report.problems.length > 0 && (
        <>
          <p>{t('import.problems')}</p>
          <ul className="sy-plain-list words-problems">
            {report.problems.map(({ row, value, problem }) => (
              <li key={row}>
                <span className="sy-faint">{t('import.row', { row })}</span>
                <span>{value}</span>
                <span>{t(`problem.${problem}`)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
