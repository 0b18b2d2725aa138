/** Signs up at the server's own auth service, and returns the token and the user's id. */
export const signUp = async (url: string): Promise<{ token: string; id: string }> => {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@bench.example', password: 'a password for the bench' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const me = await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })
  return { token, id: ((await me.json()) as { id: string }).id }
}
