import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import type { Output } from '#kit/contract.ts'
import { MemberIdPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { FeedbackState } from '../../contract/feedback.ts'
import { help } from '../../contract.ts'
import { Conversation } from '../parts/Conversation.tsx'
import { MessageForm } from '../parts/MessageForm.tsx'
import { StateTag } from '../parts/StateTag.tsx'

type Details = Output<typeof help.managedFeedback>

/** One feedback with everything that its sender has said, and what can be done about it. */
export function FeedbackDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('help')
  const { data, isError, error, refetch } = useQuery(q(help.managedFeedback, { params: { id } }))
  return (
    <Drawer open size={640} title={t('manageFeedback.title')} onClose={onClose}>
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <LoadingState rows={5} />}
      {data && (
        <div className="sy-column sy-gap-4">
          <Facts
            shape="rows"
            items={[
              [t('manageFeedback.state'), <StateTag key="state" state={data.state} />],
              [t('manageFeedback.category'), t(`categories.${data.category}`)],
              [t('manageFeedback.sender'), `${data.senderName} · ${data.organizationName}`],
              [t('manageFeedback.sentAt'), <DateText key="sent" value={data.createdAt} />],
              data.contact !== null && [t('manageFeedback.contact'), data.contact],
              data.page !== null && [t('manageFeedback.page'), data.page],
              [t('manageFeedback.browser'), data.browser],
            ]}
          />
          <Handling feedback={data} />
          <Conversation {...data} />
          {data.state !== 'closed' && (
            <MessageForm
              label={t('manageFeedback.answer')}
              sendText={t('manageFeedback.answer')}
              neededText={t('manageFeedback.answerNeeded')}
              doneText={t('manageFeedback.answered')}
              onSend={(content) => call(help.answerFeedback, { params: { id }, body: { content } })}
            />
          )}
        </div>
      )}
    </Drawer>
  )
}

function Handling({ feedback }: { feedback: Details }) {
  const t = useText('help')
  const ownId = useSession().user?.id
  const { busy, run } = useAction()
  const { id, state, handlerId, handlerName } = feedback
  const params = { id }
  const assign = (memberId: string | null) =>
    run(() => call(help.assignFeedback, { params, body: { memberId } }), { done: t('manageFeedback.assigned') })
  const change = (wanted: FeedbackState) =>
    run(() => call(help.setFeedbackState, { params, body: { state: wanted } }), { done: t('manageFeedback.saved') })
  return (
    <div className="sy-row sy-wrap sy-gap-2">
      <MemberIdPicker
        key={handlerId}
        label={t('manageFeedback.assign')}
        value={handlerId}
        initialName={handlerName ?? ''}
        onChange={(memberId) => void assign(memberId)}
      />
      {ownId !== undefined && handlerId !== ownId && (
        <Button disabled={busy} onClick={() => void assign(ownId)}>
          {t('manageFeedback.takeOver')}
        </Button>
      )}
      {handlerId !== null && (
        <Button disabled={busy} onClick={() => void assign(null)}>
          {t('manageFeedback.release')}
        </Button>
      )}
      <Button disabled={busy} onClick={() => void change(state === 'closed' ? 'in-progress' : 'closed')}>
        {t(state === 'closed' ? 'manageFeedback.reopen' : 'manageFeedback.close')}
      </Button>
    </div>
  )
}
