import { useEffect, useState } from 'react'
import { PackagePlayer } from '#modules/learning/packages/web.tsx'
import { call, outdate } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { SectionContent } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'

interface Props {
  readonly courseId: string
  readonly sectionId: string
  readonly state: NonNullable<SectionContent['package']>['state']
  readonly preview: boolean
}

/** A learning package in its frame; what it keeps shows in the outline at once. */
export function PackageStage({ courseId, sectionId, state, preview }: Props) {
  const t = useText('courses')
  const [launch, setLaunch] = useState<string | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another launch.
  useEffect(() => {
    if (state !== 'ready') return
    let left = false
    setLaunch(undefined)
    const params = { id: courseId, sectionId }
    const asked = preview ? call(courses.previewLaunch, { params }) : call(courses.launchSection, { params })
    asked.then(({ launchUrl }) => !left && setLaunch(launchUrl)).catch(() => !left && setLaunch('failed'))
    return () => {
      left = true
    }
  }, [courseId, sectionId, state, preview, attempt])
  const progressed = () => outdate(courses.courseDetail)
  if (state !== 'ready') {
    return (
      <div className="sy-box co-package co-package-note" role="status">
        <Icon name={state === 'failed' ? 'alert' : 'refresh'} size={30} />
        <strong>{t(`package.${state}`)}</strong>
      </div>
    )
  }
  if (launch === 'failed') {
    return (
      <div className="sy-box co-package co-package-note">
        <strong>{t('player.refused')}</strong>
        <button type="button" className="sy-button" onClick={() => setAttempt(attempt + 1)}>
          {t('player.tryAgain')}
        </button>
      </div>
    )
  }
  return (
    <div className="sy-box co-package">
      {launch === undefined ? (
        <LoadingState shape="spinner" />
      ) : (
        <PackagePlayer launchUrl={launch} onProgress={progressed} onExit={progressed} />
      )}
    </div>
  )
}
