import { chromium } from "@playwright/test";
const base=process.env.BASE??'http://127.0.0.1:3999';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-background-networking','--disable-component-update','--disable-sync']});
const paths=(process.env.PATHS??'/').split(',');
const UA='Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150 Mobile Safari/537.36';
for(const spec of (process.env.SIZES??'360m,480m,820m,820d,1440d').split(',')){
 const w=parseInt(spec), mobile=spec.endsWith('m');
 for(const lng of (process.env.LNG??'en').split(',')) for(const [i,p] of paths.entries()){
  const ctx=await b.newContext({viewport:{width:w,height:w<500?(w===360?640:900):w===820?1100:900},...(mobile?{userAgent:UA,isMobile:true,hasTouch:true}:{}),deviceScaleFactor:w<500?2:1,javaScriptEnabled:process.env.JS!=='off'});
  await ctx.addCookies([{name:'locale',value:lng,url:base}, ...(process.env.TOKEN?[{name:'matinee',value:process.env.TOKEN,url:base}]:[])]);
  const pg=await ctx.newPage(); pg.on('console',m=>{if(m.type()==='error'||m.type()==='warning')console.log(spec,p,m.text())}); pg.on('pageerror',e=>console.log('PAGEERROR',e.message));
  await pg.goto(base+p,{waitUntil:'load'}); await pg.waitForTimeout(Number(process.env.WAIT??1500));
  await pg.screenshot({path:`/tmp/look/r-${spec}-${lng}-${i}.png`,fullPage:process.env.FULL==='1'});
  await ctx.close();
 }}
await b.close();
