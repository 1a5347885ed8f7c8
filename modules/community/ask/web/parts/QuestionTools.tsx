import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { ReportButton } from '#modules/content/moderation/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type Question, questionBusinessType } from '../../contract/shapes.ts'
import { ask } from '../../contract.ts'
import { askPaths } from '../paths.ts'
import { HistoryDrawer } from './HistoryDrawer.tsx'
import { Experts } from './Suggestions.tsx'

type Dialog = 'history' | 'duplicate' | 'invite' | 'remove' | 'reveal'

/** What can be done with a question, by its asker and by moderators. */
export function QuestionTools({ question }: { readonly question: Question }) {
  const t = useText('ask')
  const [dialog, setDialog] = useState<Dialog>()
  const { busyWith, run } = useAction()
  const { id, isOwn, mayModerate, state, answerCount, revision } = question
  const isOpen = state === 'open'
  const close = () => setDialog(undefined)
  const params = { id }
  return (
    <div className="sy-actions">
      {isOwn && isOpen && <Button href={`#${askPaths.edit(id)}`}>{t('tools.edit')}</Button>}
      {revision > 0 && <Button onClick={() => setDialog('history')}>{t('history.title')}</Button>}
      {isOwn && isOpen && <Button onClick={() => setDialog('invite')}>{t('form.invite')}</Button>}
      {(isOwn || mayModerate) && isOpen && (
        <Button onClick={() => setDialog('duplicate')}>{t('tools.duplicate')}</Button>
      )}
      {(state === 'duplicate' && (isOwn || mayModerate)) || (state === 'withdrawn' && isOwn) ? (
        <Button
          loading={busyWith !== undefined}
          onClick={() => void run(() => call(ask.reopenQuestion, { params }), { done: t('tools.reopened') })}
        >
          {t('tools.reopen')}
        </Button>
      ) : null}
      {isOwn && isOpen && answerCount === 0 && (
        <ConfirmButton
          question={t('tools.withdrawQuestion')}
          consequence={t('tools.withdrawHint')}
          onConfirm={() => call(ask.withdrawQuestion, { params })}
        >
          {t('tools.withdraw')}
        </ConfirmButton>
      )}
      {!isOwn && state !== 'removed' && (
        <ReportButton
          businessType={questionBusinessType}
          businessId={id}
          className="sy-button sy-button-small sy-button-plain"
        />
      )}
      {mayModerate && state !== 'removed' && (
        <Button danger onClick={() => setDialog('remove')}>
          {t('tools.remove')}
        </Button>
      )}
      {mayModerate && question.isAnonymous && <Button onClick={() => setDialog('reveal')}>{t('tools.reveal')}</Button>}
      {dialog === 'history' && <HistoryDrawer of="question" id={id} onClose={close} />}
      {dialog === 'duplicate' && <DuplicateDialog question={question} onClose={close} />}
      {dialog === 'invite' && <InviteDialog question={question} onClose={close} />}
      {dialog === 'remove' && (
        <ReasonDialog
          title={t('tools.remove')}
          hint={t('tools.removeHint')}
          onSubmit={(reason) => call(ask.removeQuestion, { params, body: { reason } })}
          onClose={close}
        />
      )}
      {dialog === 'reveal' && (
        <ReasonDialog
          title={t('tools.reveal')}
          hint={t('tools.revealHint')}
          onSubmit={async (reason) => {
            const { author } = await call(ask.revealAuthor, { params, body: { reason } })
            notify('info', t('tools.revealed', { name: author?.fullName ?? t('writer.gone') }))
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

interface ReasonProps {
  readonly title: string
  readonly hint: string
  readonly onSubmit: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Moderators say why. */
export function ReasonDialog({ title, hint, onSubmit, onClose }: ReasonProps) {
  const t = useText('ask')
  return (
    <FormModal<{ readonly reason: string }, unknown>
      title={title}
      hint={hint}
      okText={title}
      danger
      onSubmit={({ reason }) => onSubmit(reason)}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label={t('tools.reason')}
        rules={[{ required: true, whitespace: true, message: t('tools.reasonNeeded') }]}
      >
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </FormModal>
  )
}

function DuplicateDialog({ question, onClose }: { readonly question: Question; readonly onClose: () => void }) {
  const t = useText('ask')
  const [search, setSearch] = useState(question.title)
  const query = { title: search.slice(0, 100), exceptId: question.id }
  const { data } = useQuery(q(ask.similarQuestions, { query }, { quiet: true }))
  const options = (data?.items ?? [])
    .filter((item) => item.state === 'open')
    .map((item) => ({ value: item.id, label: item.title }))
  return (
    <FormModal<{ readonly duplicateOfId: string }, unknown>
      title={t('tools.duplicate')}
      hint={t('tools.duplicateHint')}
      okText={t('tools.duplicate')}
      onSubmit={(body) => call(ask.closeAsDuplicate, { params: { id: question.id }, body })}
      onClose={onClose}
    >
      <Form.Item
        name="duplicateOfId"
        label={t('tools.duplicateOf')}
        rules={[{ required: true, message: t('tools.duplicateNeeded') }]}
      >
        <Select showSearch={{ filterOption: false, onSearch: setSearch }} options={options} />
      </Form.Item>
    </FormModal>
  )
}

function InviteDialog({ question, onClose }: { readonly question: Question; readonly onClose: () => void }) {
  const t = useText('ask')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { id, topics } = question
  return (
    <FormModal<object, unknown>
      title={t('form.invite')}
      okText={t('form.invite')}
      disabled={chosen.length === 0}
      onSubmit={async () => {
        for (const expertId of chosen) await call(ask.inviteExpert, { params: { id }, body: { expertId } })
      }}
      done={t('invitation.sent')}
      onClose={onClose}
    >
      <Experts topicIds={topics.map((topic) => topic.id)} chosen={chosen} onChange={setChosen} />
    </FormModal>
  )
}
