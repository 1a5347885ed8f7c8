import '../parts/classes.css'
import { useParams } from 'react-router'
import { Discussion } from '#modules/content/topics/web.tsx'
import { discussionBusinessType } from '../../contract/activities.ts'
import { ActivityFrame } from '../parts/ActivityFrame.tsx'

/** A thread of the class. Whoever has written in it has finished it. */
export default function DiscussionPage() {
  const { classId = '', activityId = '' } = useParams()
  return (
    <ActivityFrame classId={classId} activityId={activityId}>
      {() => (
        <section className="sy-card cl-section">
          <Discussion businessType={discussionBusinessType} businessId={activityId} />
        </section>
      )}
    </ActivityFrame>
  )
}
