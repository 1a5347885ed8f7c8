/**
 * A call at the address that the specification writes, for the step of a requirement that names the address. The typed
 * client reads the path from the contract under test, so it does not notice a renamed path; this call does.
 */
import { apiPrefix } from '#server/http/app.ts'
import { CallRefused, type TestPlatform } from './harness.ts'

type Values = Readonly<Record<string, string | number | readonly string[]>>

interface Input {
  readonly query?: Values
  /** A form, where the specification says that the call takes one. */
  readonly form?: Values
  readonly body?: object
}

const encoded = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, `${one}`])),
  ).toString()

/** Answers the body of the answer, and throws a refusal as the typed client does. */
export async function literalCall(
  platform: TestPlatform,
  member: { readonly token: string },
  address: `${'GET' | 'POST' | 'PUT'} /${string}`,
  { query, form, body }: Input = {},
): Promise<unknown> {
  const [method, path] = address.split(' ') as ['GET' | 'POST' | 'PUT', string]
  const answer = await platform.app.inject({
    method,
    url: `${apiPrefix}${path}${query ? `?${encoded(query)}` : ''}`,
    headers: {
      authorization: `Bearer ${member.token}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { payload: encoded(form) }),
    ...(body && { payload: body }),
  })
  if (answer.statusCode >= 400) throw new CallRefused(answer.statusCode, answer.json())
  return answer.json()
}
