import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { EMAIL_USED, identity, PHONE_USED } from '#modules/platform/identity/contract.ts'
import { RegistrationFields } from '#modules/platform/identity/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { signInPath } from '#web/paths.ts'
import { getSession, signedIn } from '#web/session.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PlainField, PlainForm, PlainSubmit, type PlainValues } from '#web/ui/PlainForm.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { CLASS_MISSING, FORM_INCOMPLETE } from '../../contract/codes.ts'
import { type FormField, formAnswerLengthMax } from '../../contract/fields.ts'
import type { PublicClass } from '../../contract/signup.ts'
import { classes } from '../../contract.ts'
import { SignUpSheet } from '../parts/SignUpSheet.tsx'
import { classPaths } from '../paths.ts'

/** The page of a class for people outside of the company, who register on the way (TRAINING-002). */
export default function SignUpExternalPage() {
  const { classId = '' } = useParams()
  // Whoever was signed in when the page opened is sent on; who registers here sees the outcome there as well.
  const [wasSignedIn] = useState(() => getSession().signedIn)
  const query = q(classes.publicClass, { params: { id: classId } }, { handles: [CLASS_MISSING] })
  const { data, error, refetch } = useQuery({ ...query, enabled: !wasSignedIn })
  if (wasSignedIn) return <Navigate to={classPaths.signUp(classId)} replace />
  if (isRefusal(error, CLASS_MISSING)) return <Gone classId={classId} />
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return (
    <SignUpSheet one={data} companyName={data.companyName}>
      <Registration classId={classId} one={data} />
    </SignUpSheet>
  )
}

/** Nothing says whether there is such a class: people outside learn of a class when it is open to them. */
function Gone({ classId }: { classId: string }) {
  const t = useText('classes')
  return (
    <EmptyState
      page
      title={t('signUp.gone')}
      description={t('signUp.goneHint')}
      action={
        <Link className="sy-button" to={signInPath(classPaths.signUp(classId))}>
          {t('signUp.signIn')}
        </Link>
      }
    />
  )
}

const answerName = (key: string) => `answer-${key}`
const inputTypes = { text: 'text', number: 'text', phone: 'tel', choice: 'text' } as const

function AnswerField({ field: { key, label, kind, choices, isRequired } }: { field: FormField }) {
  const t = useText('classes')
  return (
    <PlainField
      name={answerName(key)}
      label={isRequired ? label : t('signUp.optional', { label })}
      type={inputTypes[kind]}
      {...(kind === 'number' && { inputMode: 'numeric' as const })}
      {...(kind === 'choice' && { choices })}
      maxLength={formAnswerLengthMax}
      {...(isRequired && { required: t('enroll.answerNeeded') })}
    />
  )
}

const answersOf = (form: readonly FormField[], values: PlainValues) =>
  Object.fromEntries(
    form.flatMap(({ key }) => {
      const answer = values[answerName(key)] ?? ''
      return answer === '' ? [] : [[key, answer]]
    }),
  )

/** The own data is kept as the member's information as well; the enrollment does not depend on it. */
function keepInformation({ fullName = '', phone, email }: PlainValues): Promise<unknown> {
  const body = { fullName, ...(phone && { phone }), ...(email && { email }) }
  return call(identity.collectMemberInfo, { body }, { handles: 'all', quiet: true }).catch(() => undefined)
}

function Registration({ classId, one }: { classId: string; one: PublicClass }) {
  const t = useText('classes')
  const navigate = useNavigate()
  const { busy, failure, error, submit } = useSubmission()
  const finish = (values: PlainValues) =>
    submit(async () => {
      const { fullName = '', phone, email, code = '' } = values
      const address = phone === undefined ? { email } : { phone }
      const body = { fullName, ...address, code, answers: answersOf(one.form, values) }
      const answer = await call(classes.registerForClass, { params: { id: classId }, body }, { handles: 'all' })
      await signedIn(answer)
      await keepInformation(values)
      await navigate(classPaths.signUp(classId), { replace: true })
    })
  const key = isRefusal(error, FORM_INCOMPLETE) ? String(error.data?.key ?? '') : ''
  const isFull = one.placesTaken >= one.capacity
  const isKnown = isRefusal(error, PHONE_USED) || isRefusal(error, EMAIL_USED)
  const signIn = (
    <Link to={signInPath(classPaths.signUp(classId))}>{t(isKnown ? 'signUp.signInKnown' : 'signUp.signIn')}</Link>
  )
  return (
    <section className="sy-card cl-section sy-column sy-gap-3" aria-label={t('signUp.title')}>
      <h2>{t('signUp.title')}</h2>
      {one.obstacle === null ? (
        <>
          {one.isReviewed && <p className="sy-note">{t('enroll.reviewed')}</p>}
          {isFull && <p className="sy-note">{t('enroll.full')}</p>}
          <PlainForm
            onSubmit={(values) => void finish(values)}
            {...(key !== '' && { serverErrors: { [answerName(key)]: t('enroll.answerWrong') } })}
          >
            <Failure text={failure} />
            {isKnown && <p>{signIn}</p>}
            <RegistrationFields companyId={one.companyId} byPhone={one.byPhone} byEmail={one.byEmail} />
            {one.form.map((field) => (
              <AnswerField key={field.key} field={field} />
            ))}
            <p className="sy-note">{t('signUp.becomesMember', { company: one.companyName })}</p>
            <PlainSubmit busy={busy}>{t(isFull ? 'enroll.wait' : 'signUp.submit')}</PlainSubmit>
          </PlainForm>
        </>
      ) : (
        <p className="sy-note">{t(`signUp.obstacle.${one.obstacle}`)}</p>
      )}
      {!isKnown && <p className="sy-note">{signIn}</p>}
    </section>
  )
}
