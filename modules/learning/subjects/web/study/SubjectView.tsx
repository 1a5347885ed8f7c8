import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Discussion } from '#modules/content/topics/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { usePageTitle } from '#web/title.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { SubjectDetail } from '../../contract/learning.ts'
import { businessType, type Stage, subjectTypes } from '../../contract/wire.ts'
import { subjects } from '../../contract.ts'
import { AboutSubject } from './AboutSubject.tsx'
import { ContentRow } from './ContentRow.tsx'
import { PersonalPanel } from './PersonalPanel.tsx'
import { StageHead, StageList } from './StageList.tsx'
import { StageMap } from './StageMap.tsx'
import { SubjectHero } from './SubjectHero.tsx'

interface Props {
  readonly subject: SubjectDetail
  readonly preview?: boolean
}

/** A subject as a learner has it before them: how far one is, the stages, what it is about. */
export function SubjectView({ subject, preview = false }: Props) {
  const t = useText('subjects')
  const navigate = useNavigate()
  const { busy: opening, run } = useAction()
  const { stages, progress, subjectType, canStudy, id } = subject
  const [openId, setOpenId] = useState<string>()
  usePageTitle(subject.name)

  const open = (contentId: string) =>
    run(async () => {
      const { link } = await call(subjects.openContent, { params: { id, contentId }, body: {} })
      void navigate(link)
    })
  const contentsOf = (stage: Stage) => (
    <ul className="sy-column sy-gap-2 sb-contents">
      {stage.contents.map((content) => (
        <ContentRow
          key={content.id}
          content={content}
          isNext={!preview && content.id === progress.nextContentId}
          opening={opening}
          onOpen={canStudy ? () => void open(content.id) : undefined}
        />
      ))}
    </ul>
  )
  const current = stages.find(({ state }) => state === 'current') ?? stages[0]
  const shown = stages.find((stage) => stage.id === openId) ?? current
  const external = subjectType === subjectTypes.external

  return (
    <div className="sy-column sy-gap-6">
      <SubjectHero subject={subject} preview={preview} opening={opening} onOpen={(next) => void open(next)} />
      {subject.personal && <PersonalPanel personal={subject.personal} preview={preview} />}
      {!external && (
        <section className="sb-way" aria-labelledby="stages-title">
          <h2 id="stages-title">{t(subjectType === subjectTypes.learningMap ? 'stage.map' : 'stage.title')}</h2>
          {stages.length === 0 && <EmptyState small title={t('stage.none')} description={t('stage.noneHint')} />}
          {stages.length > 0 && subjectType === subjectTypes.learningMap && (
            <StageMap stages={stages} finished={progress.finished} openId={shown?.id} onOpen={setOpenId}>
              {shown && (
                <div id="stage-panel" className="sb-stage sb-stage-panel" data-state={shown.state} aria-live="polite">
                  <StageHead stage={shown} number={stages.indexOf(shown) + 1} />
                  {contentsOf(shown)}
                </div>
              )}
            </StageMap>
          )}
          {stages.length > 0 && subjectType !== subjectTypes.learningMap && (
            <StageList stages={stages} contentsOf={contentsOf} />
          )}
        </section>
      )}
      <AboutSubject subject={subject} preview={preview} />
      {!preview && <Discussion businessType={businessType} businessId={id} />}
    </div>
  )
}
