import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** As `dotnet new console` would write it, for an SDK that may be newer. It restores no packages, so it needs no network. */
const project = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
    <UseAppHost>false</UseAppHost>
  </PropertyGroup>
</Project>
`

/** Saves a program as a project of its own. Returns the folder, which `dotnet run --project` takes. */
export const saveCsharp = (folder: string, files: Record<string, string>) => {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries({ 'sample.csproj': project, ...files }))
    writeFileSync(join(folder, name), text)
  return folder
}

/** Keeps what the SDK saves for itself in a folder. */
export const csharpEnvironment = (folder: string) => ({
  DOTNET_CLI_HOME: join(folder, '.dotnet'),
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  DOTNET_NOLOGO: '1',
})
