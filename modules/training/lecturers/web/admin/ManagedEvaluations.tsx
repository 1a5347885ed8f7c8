import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { businessType as surveyType } from '#modules/assessment/surveys/contract.ts'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { lecturers } from '../../contract.ts'
import { EvaluationList } from '../parts/EvaluationList.tsx'

/** The surveys that evaluate a lecturer, for whoever keeps the entry; nobody chooses for the own person. */
export function ManagedEvaluations({ lecturerId, isOwn }: { lecturerId: string; isOwn: boolean }) {
  const t = useText('lecturers')
  const queryClient = useQueryClient()
  const { run } = useAction()
  const [isPicking, setPicking] = useState(false)
  const params = { id: lecturerId }
  const after = async (change: () => Promise<unknown>) => {
    await run(change)
    await queryClient.invalidateQueries({
      queryKey: q(lecturers.evaluations, { params, query: {} }).queryKey.slice(0, 1),
    })
  }
  return (
    <div className="sy-column sy-gap-3">
      {!isOwn && (
        <span>
          <Button icon={<Icon name="plus" size={16} />} onClick={() => setPicking(true)}>
            {t('evaluations.add')}
          </Button>
        </span>
      )}
      <EvaluationList
        list={(query) => q(lecturers.evaluations, { params, query }, { quiet: true })}
        actionsOf={({ surveyId, name }) =>
          !isOwn && (
            <ConfirmButton
              danger
              question={t('evaluations.removeQuestion', { name })}
              consequence={t('evaluations.removeConsequence')}
              confirmText={t('evaluations.remove')}
              onConfirm={() => after(() => call(lecturers.removeEvaluation, { params: { id: lecturerId, surveyId } }))}
            >
              {t('evaluations.remove')}
            </ConfirmButton>
          )
        }
      />
      {isPicking && (
        <ContentPicker
          title={t('evaluations.add')}
          kinds={[surveyType]}
          max={1}
          onClose={() => setPicking(false)}
          onPick={([chosen]) =>
            chosen && void after(() => call(lecturers.addEvaluation, { params, body: { surveyId: chosen.businessId } }))
          }
        />
      )}
    </div>
  )
}
