/** What is wrong with the form as a whole; nothing where there is nothing. Screen readers hear it when it appears. */
export function Failure({ text }: { text: string | undefined }) {
  return <div role="alert">{text && <p className="sy-failure">{text}</p>}</div>
}
