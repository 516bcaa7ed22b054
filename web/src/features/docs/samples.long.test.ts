import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, type TestContext, test } from 'vitest'
import { csharpEnvironment, saveCsharp } from '../../../../client/test/csharp.ts'
import { verifications } from '../../content/docs/samples.ts'

/** The handbook's samples, saved and run as a reader would, in each language that is installed. */
const folder = mkdtempSync(join(tmpdir(), 'bitquay-samples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = `whsec_${Buffer.from('a secret that is known to this test only').toString('base64')}`
const body = '{"type":"invoice.settled","data":{"note":"Grüße"}}'
const sentAt = new Date()
const headers = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', sentAt, body),
}
type Headers = Record<string, string>
const spelled = (spell: (name: string) => string): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [spell(name), value]))
const titleCase = spelled((name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()))
const upperCase = spelled((name) => name.toUpperCase())
const stale = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 3600) }
const rotated = { ...headers, 'webhook-signature': `v1,bm90IG91cnM= ${headers['webhook-signature']}` }
const changed = body.replace('settled', 'expired')

type Case = readonly [Headers, string, boolean]
const plainCases: readonly Case[] = [
  [headers, body, true],
  [rotated, body, true],
  [headers, changed, false],
  [stale, body, false],
]
const cases: readonly Case[] = [...plainCases, [titleCase, body, true], [upperCase, body, true]]
const verdictsOf = (given: readonly Case[]) => given.map(([, , verdict]) => verdict)

const sampleOf = (id: string) => verifications.find((sample) => sample.id === id)?.text ?? ''
const save = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

/** Skips the test if the language isn't installed, and says which. */
const requireProgram = ({ skip }: TestContext, name: string, args: readonly string[] = ['--version']) => {
  if (spawnSync(name, [...args]).status !== 0) skip(`${name} isn’t installed`)
}

const run = (program: string, args: readonly string[], input: string, env: Record<string, string> = {}) => {
  const ran = spawnSync(program, [...args], { input, encoding: 'utf8', cwd: folder, env: { ...process.env, ...env } })
  expect(ran.stderr).toBe('')
  expect(ran.status).toBe(0)
  return ran.stdout
}
const asInput = (given: readonly Case[]) =>
  JSON.stringify({ secret, cases: given.map(([names, text]) => [names, text]) })

test('Node', () => {
  save('verify.mjs', sampleOf('verify-node'))
  const program = save(
    'main.mjs',
    `import { readFileSync } from 'node:fs'
import { verify } from './verify.mjs'
const { secret, cases } = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify(cases.map(([headers, body]) => verify(secret, headers, body))))`,
  )
  // Node gives header names in lower case.
  expect(JSON.parse(run(process.execPath, [program], asInput(plainCases)))).toEqual(verdictsOf(plainCases))
})

test('Python', (context) => {
  requireProgram(context, 'python3')
  const program = save(
    'main.py',
    `${sampleOf('verify-python')}

import json, sys
given = json.load(sys.stdin)
print(json.dumps([verify(given["secret"], headers, body) for headers, body in given["cases"]]))`,
  )
  expect(JSON.parse(run('python3', [program], asInput(cases)))).toEqual(verdictsOf(cases))
})

test('PHP', (context) => {
  requireProgram(context, 'php')
  const program = save(
    'main.php',
    `${sampleOf('verify-php')}
$given = json_decode(file_get_contents('php://stdin'), true);
echo json_encode(array_map(fn ($case) => verify($given['secret'], $case[0], $case[1]), $given['cases']));`,
  )
  expect(JSON.parse(run('php', [program], asInput(cases)))).toEqual(verdictsOf(cases))
})

test('PHP under CGI, where header names change case', (context) => {
  requireProgram(context, 'php-cgi', ['-v'])
  const program = save(
    'endpoint.php',
    `${sampleOf('verify-php')}
echo json_encode(verify(getenv('WEBHOOK_SECRET'), getallheaders(), file_get_contents('php://input')));`,
  )
  const ask = ([names, text]: Case) => {
    const asVariables = Object.entries(names).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      value,
    ])
    const printed = run('php-cgi', [], text, {
      ...Object.fromEntries(asVariables),
      WEBHOOK_SECRET: secret,
      REDIRECT_STATUS: '200',
      GATEWAY_INTERFACE: 'CGI/1.1',
      REQUEST_METHOD: 'POST',
      SCRIPT_FILENAME: program,
      CONTENT_TYPE: 'application/json',
      CONTENT_LENGTH: String(Buffer.byteLength(text)),
    })
    return JSON.parse(printed.split('\r\n\r\n')[1] ?? 'null')
  }
  expect(plainCases.map(ask)).toEqual(verdictsOf(plainCases))
})

test('Go', (context) => {
  requireProgram(context, 'go', ['version'])
  save('go.mod', 'module webhooks\n\ngo 1.19\n')
  save('verify.go', sampleOf('verify-go'))
  save(
    'verify_test.go',
    `package webhooks

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"
)

func TestVerify(t *testing.T) {
	var given struct {
		Secret string
		Cases  []struct {
			Headers map[string]string
			Body    string
			Verdict bool
		}
	}
	text, err := os.ReadFile("cases.json")
	if err != nil || json.Unmarshal(text, &given) != nil {
		t.Fatal("cases.json can't be read")
	}
	for index, one := range given.Cases {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		if Verify(given.Secret, header, []byte(one.Body)) != one.Verdict {
			t.Errorf("case %d isn't %v", index, one.Verdict)
		}
	}
}
`,
  )
  const named = cases.map(([names, text, verdict]) => ({ Headers: names, Body: text, Verdict: verdict }))
  save('cases.json', JSON.stringify({ Secret: secret, Cases: named }))
  expect(run('go', ['test', './...'], '', { GOFLAGS: '-mod=mod', GOCACHE: join(folder, '.cache') })).toContain('ok')
})

test('C#', { timeout: 180_000 }, (context) => {
  requireProgram(context, 'dotnet')
  const program = saveCsharp(join(folder, 'csharp'), {
    'Webhooks.cs': sampleOf('verify-csharp'),
    'Program.cs': `using System.Text.Json;

var given = JsonDocument.Parse(Console.In.ReadToEnd()).RootElement;
var secret = given.GetProperty("secret").GetString()!;
var verdicts = given.GetProperty("cases").EnumerateArray().Select(one =>
{
    var headers = one[0].EnumerateObject().ToDictionary(
        (header) => header.Name, (header) => header.Value.GetString(), StringComparer.OrdinalIgnoreCase);
    return Webhooks.Verify(secret, (name) => headers.GetValueOrDefault(name), one[1].GetString()!);
});
Console.WriteLine($"[{string.Join(",", verdicts.Select((verdict) => verdict ? "true" : "false"))}]");
`,
  })
  const printed = run('dotnet', ['run', '--project', program], asInput(cases), csharpEnvironment(folder))
  expect(JSON.parse(printed)).toEqual(verdictsOf(cases))
})
