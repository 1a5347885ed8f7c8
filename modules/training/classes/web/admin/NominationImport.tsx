import { Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import { download } from '#web/api/query.ts'
import { saveFile } from '#web/api/save-file.ts'
import { upload } from '#web/api/upload.ts'
import { useText } from '#web/i18n/texts.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { NominationReport } from '../../contract/nominations.ts'
import { nominationsMax } from '../../contract/roster.ts'
import { classes } from '../../contract.ts'

interface Props {
  readonly classId: string
  /** The call of those who run the class, or that of a manager for the own organizations. */
  readonly entry: typeof classes.importNominations | typeof classes.importOwnNominations
  readonly onClose: () => void
}

/** Nominations by spreadsheet: a dry run first, and the import after a look at it. */
export function NominationImport({ classId, entry, onClose }: Props) {
  const t = useText('classes')
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<NominationReport>()
  const { busy, run } = useAction()
  const send = (chosen: File, isDryRun: boolean) =>
    run(
      async () => {
        const fields = { isDryRun: String(isDryRun) }
        const sent = { params: { id: classId }, file: chosen, fileName: chosen.name, fields }
        const answer: NominationReport = await upload(entry, sent)
        setFile(chosen)
        setReport(answer)
        if (isDryRun) return
        notify(
          'success',
          t('roster.nominated', { enrolled: answer.enrolled + answer.pending, waiting: answer.waiting }),
        )
        onClose()
      },
      { onFailure: () => setReport(undefined) },
    )
  const coming = report === undefined ? 0 : report.enrolled + report.pending + report.waiting
  return (
    <Modal
      open
      title={t('import.title')}
      okText={t('import.go', { count: coming })}
      okButtonProps={{ disabled: !file || coming === 0, loading: busy && report !== undefined }}
      onOk={() => file && void send(file, false)}
      onCancel={onClose}
    >
      <p className="sy-note">{t('import.hint', { max: nominationsMax })}</p>
      <p className="sy-row sy-wrap sy-gap-2">
        <Button type="primary" ghost loading={busy} onClick={() => input.current?.click()}>
          {t(file ? 'import.another' : 'import.choose')}
        </Button>
        <Button
          icon={<Icon name="download" size={16} />}
          onClick={() => void run(() => download(classes.nominationTemplate))}
        >
          {t('import.template')}
        </Button>
        {file && <strong>{file.name}</strong>}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx"
        aria-label={t('import.choose')}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) void send(chosen, true)
        }}
      />
      {report && <Report report={report} />}
    </Modal>
  )
}

function Report({ report }: { report: NominationReport }) {
  const t = useText('classes')
  const { problems, failedRows } = report
  const wrongRows = new Set(problems.map(({ row }) => row)).size
  const save = (base64: string) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0)
    saveFile(new Blob([bytes]), `${t('import.failedFile')}.xlsx`)
  }
  return (
    <section aria-label={t('import.report')} aria-live="polite">
      <Facts
        shape="figures"
        items={[
          [t('import.coming'), report.enrolled + report.pending],
          [t('maps.enrollment.waiting'), report.waiting],
          [t('import.left'), report.left],
          [t('import.wrong'), wrongRows],
        ]}
      />
      {problems.length > 0 && (
        <>
          <ul className="sy-plain-list cl-problems">
            {problems.map(({ row, column, value, problem }) => (
              <li key={`${row}-${column}`}>
                <span className="sy-faint">{t('import.cell', { row, column: t(`import.columns.${column}`) })}</span>
                <span>{value === '' ? '—' : value}</span>
                <span>{t(`import.problem.${problem}`)}</span>
              </li>
            ))}
          </ul>
          {failedRows !== null && (
            <Button icon={<Icon name="download" size={16} />} onClick={() => save(failedRows)}>
              {t('import.failedRows')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
