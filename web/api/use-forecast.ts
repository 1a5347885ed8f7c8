/** What a call would do, for the question that a screen asks before it makes the call. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CallInput, type Endpoint, fillPath, type Output } from '#kit/contract.ts'
import type { Forecast } from '#kit/forecast.ts'
import { forecastOf } from './query.ts'

export interface ForecastState<Answer> {
  /** There is an input to try; without one there is nothing to say. */
  readonly isAsked: boolean
  readonly forecast: Forecast<Answer> | undefined
  readonly error: Error | null
}

/** A form that is being typed into is tried when nothing was typed for so long. */
const settledAfterMs = 400

/** The input as it stood last for a moment; the first one at once. */
function useSettled<T>(input: T): T {
  const [settled, setSettled] = useState(input)
  const text = JSON.stringify(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same input in another object is no other one.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(input), settledAfterMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Tries the call with this input, and again whenever the input is another one; `undefined` tries nothing. */
export function useForecast<E extends Endpoint>(entry: E, wanted: CallInput<E> | undefined): ForecastState<Output<E>> {
  const input = useSettled(wanted)
  const isSettled = JSON.stringify(input) === JSON.stringify(wanted)
  const params = (input as { params?: Record<string, unknown> } | undefined)?.params
  const path = input && fillPath(entry.path, params)
  const { data, error } = useQuery({
    queryKey: ['forecast', entry.method, path, input],
    queryFn: ({ signal }) => forecastOf(entry, input as CallInput<E>, signal),
    enabled: input !== undefined,
    // What others change meanwhile is in the next forecast: none is kept.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
  const isAsked = wanted !== undefined
  return isSettled ? { isAsked, forecast: data, error } : { isAsked, forecast: undefined, error: null }
}
