import { useState } from 'react'
import { QuestionView } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import { explanationsOf, keyLines } from '../../contract/key.ts'
import type { TrialPaper, TrialQuestion } from '../../contract/trial.ts'

type Answer = Parameters<typeof QuestionView>[0]['answer']

/** The sections as a candidate sees them. Answers can be tried; they are kept nowhere. */
export function TrialSections({ paper }: { paper: TrialPaper }) {
  const t = useText('papers')
  let number = 0
  return paper.sections.map(({ id, title, instructions, minutes, totalTenths, questions }) => (
    <section key={id} className="sy-card pp-trial-section" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <p className="sy-note">
          {t('section.worth', { count: questions.length, points: totalTenths / 10 })}
          {minutes !== null && ` · ${t('trial.minutes', { count: minutes })}`}
        </p>
      </header>
      {instructions !== '' && <p className="pp-instructions">{instructions}</p>}
      {questions.map((question) => {
        number += 1
        return <Question key={question.questionId} question={question} number={number} />
      })}
    </section>
  ))
}

function Question({ question, number }: { question: TrialQuestion; number: number }) {
  const t = useText('papers')
  const [answer, setAnswer] = useState<Answer>(null)
  return (
    <div className="pp-trial-question">
      <QuestionView
        question={question.presented}
        answer={answer}
        onChange={setAnswer}
        head={
          <p className="pp-trial-head">
            <b>{number}.</b> {t(`kind.${question.presented.kind}`)}
            <small>{t('points', { points: question.scoreTenths / 10 })}</small>
          </p>
        }
      />
      {question.content && <Key question={question} />}
    </div>
  )
}

function plainTextOf(html: string): string {
  const holder = document.createElement('template')
  holder.innerHTML = html
  return holder.content.textContent.replace(/\s+/g, ' ').trim()
}

function Key({ question: { content, presented } }: { question: TrialQuestion }) {
  const t = useText('papers')
  if (!content) return null
  const lines = keyLines(content, presented, { true: t('pdf.true'), false: t('pdf.false'), plain: plainTextOf })
  return (
    <div className="pp-key">
      {lines.map((line) => (
        <p key={line}>
          <strong>{t('trial.key')}</strong> {line}
        </p>
      ))}
      {explanationsOf(content).map((html) => (
        <Prose key={html} html={html} />
      ))}
    </div>
  )
}
