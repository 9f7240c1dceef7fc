/** Signing in: `signIn` in providers.ts gets what the user has entered. */
import { useLogin } from '@refinedev/core'
import { type FormEvent, useId } from 'react'

interface LoginPageProps {
  title: string
  /** What users enter: a token, or the name of a caller of the sample. */
  label: string
}

export const LoginPage = ({ title, label }: LoginPageProps) => {
  const { mutate: signIn, data, isPending } = useLogin<{ credential: FormDataEntryValue | null }>()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    signIn({ credential: new FormData(event.currentTarget).get('credential') })
  }
  return (
    <main className="login">
      <h1>{title}</h1>
      <form onSubmit={submit}>
        <label htmlFor={id}>{label}</label>
        <input id={id} name="credential" required autoComplete="off" />
        {data?.error && <p className="error">{data.error.message}</p>}
        <button type="submit" disabled={isPending}>
          Sign in
        </button>
      </form>
    </main>
  )
}
