import { Form, Input, Radio } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { RevisionEditor } from '#web/ui/use-revision-editor.ts'
import type { PageProblem } from '../../contract/document.ts'
import { versionNoteLengthMax } from '../../contract/managing.ts'
import { pages } from '../../contract.ts'

interface Values {
  readonly note: string
  readonly when: 'now' | 'later'
  readonly publishAt?: number | null
}

interface Props {
  readonly id: string
  readonly name: string
  readonly problems: readonly PageProblem[]
  readonly change: RevisionEditor['change']
  /** Leads to what is wrong. */
  readonly onProblem: (problem: PageProblem) => void
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks what is new and when it is published; with problems it leads to them instead. */
export function PublishModal({ id, name, problems, change, onProblem, onDone, onClose }: Props) {
  const t = useText('pages')
  const [form] = Form.useForm<Values>()
  const isLater = Form.useWatch('when', form) === 'later'
  const submit = async ({ note, when, publishAt }: Values) => {
    const at = when === 'later' ? (publishAt ?? null) : null
    await change((revision) =>
      call(pages.publishPage, { params: { id }, body: { revision, note: note.trim(), publishAt: at } }),
    )
    onDone()
  }
  return (
    <FormModal<Values, void>
      form={form}
      title={t('publish.title', { name })}
      okText={t(isLater ? 'publish.schedule' : 'publish.publish')}
      disabled={problems.length > 0}
      initialValues={{ note: '', when: 'now' }}
      onSubmit={submit}
      done={t(isLater ? 'publish.scheduled' : 'publish.done')}
      onClose={onClose}
    >
      {problems.length > 0 && (
        <div role="alert">
          <p>{t('publish.problems', { count: problems.length })}</p>
          <ul className="pe-problem-links">
            {problems.map((problem) => (
              <li key={`${problem.kind} ${problem.moduleId} ${problem.field}`}>
                <button type="button" className="sy-link" onClick={() => onProblem(problem)}>
                  {t(`problems.${problem.kind}`)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form.Item name="note" label={t('publish.note')} extra={t('publish.noteHint')}>
        <Input.TextArea maxLength={versionNoteLengthMax} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item name="when" label={t('publish.when')}>
        <Radio.Group
          options={[
            { value: 'now', label: t('publish.now') },
            { value: 'later', label: t('publish.later') },
          ]}
        />
      </Form.Item>
      {isLater && (
        <Form.Item
          name="publishAt"
          label={t('publish.at')}
          rules={[{ required: true, message: t('publish.atNeeded') }]}
        >
          <MomentField disabledDate={(day) => day.endOf('day').valueOf() < Date.now()} />
        </Form.Item>
      )}
    </FormModal>
  )
}
