import '../parts/help.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { help } from '../../contract.ts'
import { Conversation } from '../parts/Conversation.tsx'
import { MessageForm } from '../parts/MessageForm.tsx'
import { StateTag } from '../parts/StateTag.tsx'
import { helpPaths } from '../paths.ts'

/** One feedback of the member, with its answers. */
export default function OwnFeedbackPage() {
  const t = useText('help')
  const { id = '' } = useParams()
  const { data, isError, error, refetch } = useQuery(q(help.ownFeedback, { params: { id } }))
  if (isError && !data) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={5} />
  return (
    <>
      <PageHeader
        back={<Link to={helpPaths.feedback}>{t('feedback.back')}</Link>}
        title={t(`categories.${data.category}`)}
        description={
          <>
            <StateTag state={data.state} /> <DateText value={data.createdAt} />
          </>
        }
      />
      <div className="sy-card hp-form sy-column sy-gap-4">
        <Conversation {...data} />
        {data.state === 'closed' ? (
          <p className="sy-faint">{t('feedback.closed')}</p>
        ) : (
          <MessageForm
            label={t('feedback.reply')}
            sendText={t('feedback.replySend')}
            neededText={t('feedback.replyNeeded')}
            doneText={t('feedback.replySent')}
            onSend={(content) => call(help.replyToAnswer, { params: { id }, body: { content } })}
          />
        )}
      </div>
    </>
  )
}
