import { Form } from 'antd'
import { useNavigate } from 'react-router'
import type { Directory } from '#modules/assessment/questions/contract.ts'
import { DirectoryField } from '#modules/assessment/questions/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ForecastDialog } from '#web/ui/ForecastDialog.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import { notify } from '#web/ui/notify.ts'
import { type PaperListItem, paperNameLengthMax } from '../../contract/paper.ts'
import { papers } from '../../contract.ts'
import { paperPaths } from '../paths.ts'

type Named = Pick<PaperListItem, 'id' | 'name'>

function PaperName() {
  const t = useText('papers')
  return <NameField label={t('field.name')} needed={t('wrong.empty')} maxLength={paperNameLengthMax} autoFocus />
}

interface NewProps {
  readonly directories: readonly Directory[]
  readonly directoryId: string | undefined
  readonly onClose: () => void
}

interface NewValues {
  readonly name: string
  readonly directoryId: string
}

export function NewPaperDialog({ directories, directoryId, onClose }: NewProps) {
  const t = useText('papers')
  const navigate = useNavigate()
  return (
    <FormModal<NewValues, { readonly id: string }>
      title={t('action.new')}
      okText={t('action.create')}
      initialValues={{ name: '', directoryId: directoryId ?? directories[0]?.id ?? '' }}
      onSubmit={async (body) => {
        const created = await call(papers.createPaper, { body })
        void navigate(paperPaths.paper(created.id))
        return created
      }}
      onClose={onClose}
    >
      <PaperName />
      <Form.Item name="directoryId" label={t('field.directory')} trigger="onChange">
        <ChosenDirectory directories={directories} />
      </Form.Item>
    </FormModal>
  )
}

/** The form hands over value and change. */
function ChosenDirectory(props: {
  readonly directories: readonly Directory[]
  readonly id?: string
  readonly value?: string
  readonly onChange?: (id: string | undefined) => void
}) {
  const { directories, id, value, onChange } = props
  return (
    <DirectoryField
      items={directories}
      {...(id !== undefined && { id })}
      value={value}
      onChange={(chosen) => onChange?.(chosen)}
    />
  )
}

export function CopyDialog({ paper, onClose }: { paper: Named; onClose: () => void }) {
  const t = useText('papers')
  const navigate = useNavigate()
  return (
    <FormModal<{ readonly name: string }, { readonly id: string }>
      title={t('copy.title', { name: paper.name })}
      okText={t('action.copy')}
      hint={t('copy.hint')}
      initialValues={{ name: t('copy.name', { name: paper.name }).slice(0, paperNameLengthMax) }}
      onSubmit={async (body) => {
        const copy = await call(papers.copyPaper, { params: { id: paper.id }, body })
        void navigate(paperPaths.paper(copy.id))
        return copy
      }}
      done={t('copy.done')}
      onClose={onClose}
    >
      <PaperName />
    </FormModal>
  )
}

interface DeleteProps {
  readonly paper: Named
  readonly onDone?: () => void
  readonly onClose: () => void
}

export function DeleteDialog({ paper: { id, name }, onDone, onClose }: DeleteProps) {
  const t = useText('papers')
  return (
    <ForecastDialog
      entry={papers.deletePaper}
      input={{ params: { id } }}
      question={t('delete.ask', { name })}
      consequence={t('delete.hint')}
      okText={t('action.delete')}
      danger
      onConfirm={async () => {
        await call(papers.deletePaper, { params: { id } })
        notify('success', t('delete.done', { name }))
        onDone?.()
      }}
      onClose={onClose}
    />
  )
}
