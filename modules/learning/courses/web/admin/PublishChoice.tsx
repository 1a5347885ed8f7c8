import './rules.css'
import { useQuery } from '@tanstack/react-query'
import { Radio } from 'antd'
import { useId } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { EditedCourse } from '../../contract/authoring.ts'
import { moves, type VersionMoves } from '../../contract/versions.ts'
import { courses } from '../../contract.ts'
import { DifferenceList } from '../versions/DifferenceList.tsx'

interface Props {
  readonly course: EditedCourse
  readonly value: VersionMoves
  readonly onChange: (value: VersionMoves) => void
}

/** Before a later version is published: what is new in it, and which learners go along. */
export function PublishChoice({ course, value, onChange }: Props) {
  const t = useText('courses')
  const id = useId()
  const query = { from: course.versionNumber }
  const difference = useQuery(
    q(courses.versionDifference, { params: { id: course.id }, query }, { quiet: true, cache: 0 }),
  )
  return (
    <div className="co-publish-choice">
      <h3>{t('versions.whatIsNew')}</h3>
      <div className="co-publish-difference">
        {difference.data ? <DifferenceList difference={difference.data} /> : <LoadingState rows={2} />}
      </div>
      {course.learnerCount > 0 && (
        <>
          <h3 id={id}>{t('versions.whoGoesAlong', { count: course.learnerCount })}</h3>
          <Radio.Group
            className="co-versions-who"
            aria-labelledby={id}
            value={value}
            options={moves.map((who) => ({ value: who, label: t(`versions.goesAlong.${who}`) }))}
            onChange={(event) => onChange(event.target.value as VersionMoves)}
          />
          <p className="sy-faint">{t('versions.goesAlongHint')}</p>
        </>
      )}
    </div>
  )
}
